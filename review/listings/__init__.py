"""What pages show: reads only, each in a fixed number of queries, however many rows there are."""
