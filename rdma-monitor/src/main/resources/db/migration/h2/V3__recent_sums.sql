-- The sums of five minutes since the last full hour, summed again each minute.
CREATE TABLE port_recent AS SELECT * FROM port_1h WHERE FALSE;
