-- Intervals of five minutes that were summed before a sweep of theirs arrived, and are to be summed again.
CREATE TABLE late_sum (
    subnet_id INTEGER NOT NULL REFERENCES subnet,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (subnet_id, at_ms)
);
