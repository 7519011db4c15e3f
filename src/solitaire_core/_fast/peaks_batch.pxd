"""Nothing to cimport: many deals are decided by `decide`, from Python."""
