"""Finds out whether paybill money that was told of has come: from Safaricom's list, from its answer, or from a person."""
