package io.verbena.diag;

/**
 * The time for which a port of an InfiniScale III had data to send but could not.
 *
 * @param port the port number, 1 to 24
 * @param ticks its PortXmitWait, 32 bits
 */
public record TransmitWait(int port, long ticks) {}
