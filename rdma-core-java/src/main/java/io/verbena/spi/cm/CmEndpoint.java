package io.verbena.spi.cm;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where an identifier is bound to, and where it goes.
 *
 * @param device the name of the device; empty if it is bound to none
 * @param port the port of the device, from 1; 0 if it is bound to none
 * @param local the own address; null if it has none
 * @param peer the address of the other side; null if it has none
 */
public record CmEndpoint(
        String device,
        int port,
        @Nullable InetSocketAddress local,
        @Nullable InetSocketAddress peer) {}
