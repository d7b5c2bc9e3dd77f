"""Why a clause is not what the line says that it rests on: one file for each way to turn a line round."""
