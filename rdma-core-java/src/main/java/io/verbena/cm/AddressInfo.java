package io.verbena.cm;

import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a name and a service resolve to (rdma_getaddrinfo(3)).
 *
 * @param source the address to bind to; null if any will do
 * @param destination the address to connect to; null if it is for listening
 */
public record AddressInfo(
        @Nullable SocketAddress source, @Nullable SocketAddress destination) {}
