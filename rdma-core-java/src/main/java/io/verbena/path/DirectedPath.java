package io.verbena.path;

import java.util.Arrays;

/**
 * A directed route: the port through which the packet leaves each node (IBA 14.2.2). Immutable.
 *
 * <p>It works without LIDs and without a subnet manager. Only subnet management packets can take it.
 */
public final class DirectedPath implements Path {
    /** Maximum number of hops. */
    public static final int MAX_HOPS = 63;

    private static final DirectedPath SELF = new DirectedPath(new byte[0]);
    private static final int MAX_PORT = 254;

    private final byte[] ports;

    private DirectedPath(byte[] ports) {
        this.ports = ports;
    }

    /** Returns the route to the end port itself. */
    public static DirectedPath self() {
        return SELF;
    }

    /**
     * Returns the route through these ports, beginning with the port of this host.
     *
     * @throws IllegalArgumentException if there are more than 63 ports, or one is not from 1 to 254
     */
    public static DirectedPath of(int... ports) {
        DirectedPath path = SELF;
        for (int port : ports) {
            path = path.then(port);
        }
        return path;
    }

    /**
     * Returns this route with one more hop.
     *
     * @throws IllegalArgumentException if this route has 63 hops, or the port is not from 1 to 254
     */
    public DirectedPath then(int port) {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "a directed route cannot leave by port " + port + "; ports are from 1 to " + MAX_PORT);
        }
        return then(new DirectedPath(new byte[] {(byte) port}));
    }

    @Override
    public DirectedPath then(DirectedPath onward) {
        if (ports.length == 0) {
            return onward;
        }
        if (ports.length + onward.ports.length > MAX_HOPS) {
            throw new IllegalArgumentException("a directed route has at most " + MAX_HOPS + " hops");
        }
        byte[] longer = Arrays.copyOf(ports, ports.length + onward.ports.length);
        System.arraycopy(onward.ports, 0, longer, ports.length, onward.ports.length);
        return new DirectedPath(longer);
    }

    /** Returns the number of hops. */
    public int hops() {
        return ports.length;
    }

    /** Returns the port of hop {@code index}, from 0. */
    public int port(int index) {
        return ports[index] & 0xff;
    }

    /** Returns the InitialPath of a directed route SMP: entry 0 is unused, followed by one port per hop. */
    public byte[] initialPath() {
        byte[] path = new byte[MAX_HOPS + 1];
        System.arraycopy(ports, 0, path, 1, ports.length);
        return path;
    }

    /** Returns the short form, {@code 0,1,4}. */
    public String route() {
        StringBuilder text = new StringBuilder("0");
        for (byte port : ports) {
            text.append(',').append(port & 0xff);
        }
        return text.toString();
    }

    /**
     * Parses the short form, {@code 0,1,4}. Unlike {@link Path#parse}, it accepts {@code 0}, which is a LID there.
     *
     * @throws MalformedAddressException if the text is not a directed route
     */
    public static DirectedPath parse(String text) {
        return AddressParser.directed(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DirectedPath that && Arrays.equals(that.ports, ports);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ports);
    }

    /** Returns the long form, {@code DirectedPath[0,1,4]}. */
    @Override
    public String toString() {
        return "DirectedPath[" + route() + "]";
    }
}
