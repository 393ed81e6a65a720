package io.verbena.embedded.sm;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The ports that a directed route leaves by, from the port of the subnet manager on. */
final class Route {
    /** The longest that a packet can take (IBA 14.2.2). */
    static final int MOST_HOPS = 63;

    /** To the node of the subnet manager itself. */
    static final Route HERE = new Route();

    private final int[] ports;

    private Route(int... ports) {
        this.ports = ports;
    }

    /** One hop more. */
    Route then(int port) {
        int[] longer = Arrays.copyOf(ports, ports.length + 1);
        longer[ports.length] = port;
        return new Route(longer);
    }

    int hops() {
        return ports.length;
    }

    /** The port by which a hop leaves, from 1. */
    int port(int hop) {
        return ports[hop - 1];
    }

    @Override
    public String toString() {
        return IntStream.concat(IntStream.of(0), Arrays.stream(ports))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    }
}
