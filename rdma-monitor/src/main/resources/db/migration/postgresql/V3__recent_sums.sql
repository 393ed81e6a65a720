-- The sums of five minutes since the last full hour, summed again each minute.
CREATE UNLOGGED TABLE port_recent (LIKE port_1h);
