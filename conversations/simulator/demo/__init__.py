"""Three demo tenants: a Nairobi shop, a telecom and a resort, with their people, catalogs and customers."""
