package io.verbena.path;

import java.util.Arrays;

/**
 * A directed route: the port by which the packet leaves each node on its way (IBA 14.2.2). Immutable.
 *
 * <p>It needs no LID and no subnet manager; only subnet management packets travel so.
 */
public final class DirectedPath implements Path {
    /** The most hops a directed route can have. */
    public static final int MAX_HOPS = 63;

    private static final DirectedPath SELF = new DirectedPath(new byte[0]);
    private static final int MAX_PORT = 254;

    private final byte[] ports;

    private DirectedPath(byte[] ports) {
        this.ports = ports;
    }

    /** The route to the very port it starts from. */
    public static DirectedPath self() {
        return SELF;
    }

    /**
     * The route that leaves by these ports, the port of this host first.
     *
     * @throws IllegalArgumentException if there are more than 63, or one is not from 1 to 254
     */
    public static DirectedPath of(int... ports) {
        DirectedPath path = SELF;
        for (int port : ports) {
            path = path.then(port);
        }
        return path;
    }

    /**
     * The route that goes on from the end of this one by a port.
     *
     * @throws IllegalArgumentException if this has 63 hops already, or the port is not from 1 to 254
     */
    public DirectedPath then(int port) {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "a directed route cannot leave by port " + port + "; ports are from 1 to " + MAX_PORT);
        }
        if (ports.length == MAX_HOPS) {
            throw new IllegalArgumentException("a directed route has at most " + MAX_HOPS + " hops");
        }
        byte[] longer = Arrays.copyOf(ports, ports.length + 1);
        longer[ports.length] = (byte) port;
        return new DirectedPath(longer);
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

    /** The number of links on the way. */
    public int hops() {
        return ports.length;
    }

    /** The port by which hop {@code index}, from 0, leaves. */
    public int port(int index) {
        return ports[index] & 0xff;
    }

    /** The InitialPath of a directed route SMP: entry 0 unused, then a port for each hop. */
    public byte[] initialPath() {
        byte[] path = new byte[MAX_HOPS + 1];
        System.arraycopy(ports, 0, path, 1, ports.length);
        return path;
    }

    /** The form in which people write it, {@code 0,1,4}. */
    public String route() {
        StringBuilder text = new StringBuilder("0");
        for (byte port : ports) {
            text.append(',').append(port & 0xff);
        }
        return text.toString();
    }

    /**
     * Reads {@code 0,1,4}; unlike {@link Path#parse} also {@code 0}, which elsewhere is a LID.
     *
     * @throws MalformedAddressException if it is not a directed route
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

    /** {@code DirectedPath[0,1,4]}. */
    @Override
    public String toString() {
        return "DirectedPath[" + route() + "]";
    }
}
