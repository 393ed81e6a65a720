package io.verbena.mlx5;

/**
 * The wrong part of the data of a memory key (mlx5dv_mkey_check(3)).
 *
 * @param type the wrong part of a signature; {@code NONE} if nothing is wrong
 * @param actual the value that was found
 * @param expected the value that was expected
 * @param offset the offset of the block in the transferred data in bytes
 */
public record MemoryKeyError(MemoryKeyErrorType type, long actual, long expected, long offset) {}
