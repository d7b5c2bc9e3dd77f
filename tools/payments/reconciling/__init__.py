"""Finds out whether paybill money that was told of has come: by Safaricom's list, its answer, or a person."""
