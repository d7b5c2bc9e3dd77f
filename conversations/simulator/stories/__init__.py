"""Stories: dialogues as data, told to a demo business as customers would write them, with what must hold afterwards."""
