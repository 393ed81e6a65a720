package io.verbena.diag;

/**
 * How long a port of an InfiniScale III had something to send and could not.
 *
 * @param port its number, 1 to 24
 * @param ticks its PortXmitWait, 32 bits
 */
public record TransmitWait(int port, long ticks) {}
