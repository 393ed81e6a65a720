package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import java.util.Set;

/** The environment of a soak: a device for the clients, a device for the server, and the network between them. */
interface Ground extends AutoCloseable {
    /** Opens the library on the host of the server or of the clients. */
    Rdma open(boolean server);

    /** Returns the name of the device of the clients. */
    String device();

    /** Returns the address of the server. */
    String host();

    /** Returns the faults that this environment supports. */
    Set<Fault> faults();

    /** Starts a fault of the network, of a device or of the time of day. */
    void begin(Fault fault, int parameter);

    /** Ends a fault that {@link #begin} has started. */
    void end(Fault fault);

    /** Describes the objects of devices that this process holds, and its pinned memory. */
    String held();

    @Override
    void close();

    /** Returns the environment with a name: {@code embedded}, {@code rxe} or {@code siw}. */
    static Ground of(String name) {
        return switch (name) {
            case "embedded" -> new EmbeddedGround();
            case "rxe", "siw" -> new BedGround(name);
            default ->
                throw new IllegalArgumentException("unknown environment: '" + name + "'; use embedded, rxe or siw");
        };
    }
}
