"""A web page that plays solitaire through solitaire-core, and the service behind it."""
