"""The pages. Views load through `memory.access`, call one function and answer; they decide nothing."""
