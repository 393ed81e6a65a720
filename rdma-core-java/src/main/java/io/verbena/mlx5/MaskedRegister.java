package io.verbena.mlx5;

/**
 * The value of some bits of a register.
 *
 * @param value the value; bits outside the mask are 0
 * @param mask the bits
 */
public record MaskedRegister(int value, int mask) {}
