"""Nothing to cimport: lines are counted by `count_lines`, from Python."""
