"""M-Pesa, as Safaricom's Daraja speaks it: STK requests, paybill and till money, and the list that proves it."""
