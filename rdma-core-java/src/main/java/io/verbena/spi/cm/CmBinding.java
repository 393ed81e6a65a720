package io.verbena.spi.cm;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The device, the port and the addresses that an identifier is bound to.
 *
 * @param device the name of the device; empty if the identifier is bound to none
 * @param port the number of the port, from 1; 0 if the identifier is bound to none
 * @param local the local address; null if there is none
 * @param peer the address of the peer; null if there is none
 */
public record CmBinding(
        String device,
        int port,
        @Nullable InetSocketAddress local,
        @Nullable InetSocketAddress peer) {}
