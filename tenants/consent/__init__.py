"""What customers have agreed to and refused: a ledger that is only added to, and what follows from it.

STOP, START, a wish, a tick of staff, an error of WhatsApp's ──▶ ledger.record ──▶ ConsentEntry
                                            what stands now ◀── standing ◀──┘    the last entry of each purpose
"""
