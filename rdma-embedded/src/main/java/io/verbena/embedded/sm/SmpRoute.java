package io.verbena.embedded.sm;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The output ports of a directed route that starts at the port of the subnet manager. */
final class SmpRoute {
    /** The maximum length of a route (IBA 14.2.2). */
    static final int MAX_HOPS = 63;

    /** The route to the node of the subnet manager itself. */
    static final SmpRoute HERE = new SmpRoute();

    private final int[] ports;

    private SmpRoute(int... ports) {
        this.ports = ports;
    }

    /** Returns a route that is one hop longer. */
    SmpRoute then(int port) {
        int[] longer = Arrays.copyOf(ports, ports.length + 1);
        longer[ports.length] = port;
        return new SmpRoute(longer);
    }

    int hops() {
        return ports.length;
    }

    /** Returns the output port of a hop, counted from 1. */
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
