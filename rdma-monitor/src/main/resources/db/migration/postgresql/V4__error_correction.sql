-- Counters of the forward error correction.
ALTER TABLE port_sample
    ADD COLUMN fec_corrected_blocks BIGINT,
    ADD COLUMN fec_uncorrectable_blocks BIGINT,
    ADD COLUMN fec_corrected_symbols BIGINT;
ALTER TABLE port_5m
    ADD COLUMN fec_corrected_blocks BIGINT,
    ADD COLUMN fec_uncorrectable_blocks BIGINT,
    ADD COLUMN fec_corrected_symbols BIGINT;
ALTER TABLE port_1h
    ADD COLUMN fec_corrected_blocks BIGINT,
    ADD COLUMN fec_uncorrectable_blocks BIGINT,
    ADD COLUMN fec_corrected_symbols BIGINT;
ALTER TABLE port_recent
    ADD COLUMN fec_corrected_blocks BIGINT,
    ADD COLUMN fec_uncorrectable_blocks BIGINT,
    ADD COLUMN fec_corrected_symbols BIGINT;
