"""How a survey gets its work done: pieces of work, what comes back, where and in which file."""
