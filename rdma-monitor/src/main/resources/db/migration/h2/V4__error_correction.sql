-- Counters of the forward error correction.
ALTER TABLE port_sample ADD (fec_corrected_blocks BIGINT, fec_uncorrectable_blocks BIGINT, fec_corrected_symbols BIGINT);
ALTER TABLE port_5m ADD (fec_corrected_blocks BIGINT, fec_uncorrectable_blocks BIGINT, fec_corrected_symbols BIGINT);
ALTER TABLE port_1h ADD (fec_corrected_blocks BIGINT, fec_uncorrectable_blocks BIGINT, fec_corrected_symbols BIGINT);
ALTER TABLE port_recent ADD (fec_corrected_blocks BIGINT, fec_uncorrectable_blocks BIGINT, fec_corrected_symbols BIGINT);
