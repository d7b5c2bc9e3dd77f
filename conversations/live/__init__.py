"""The live process: streams of server-sent events, by which open pages hear that something has changed."""
