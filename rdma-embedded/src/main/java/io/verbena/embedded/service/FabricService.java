package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.Ranges;
import io.verbena.error.RdmaException;
import io.verbena.trace.PacketListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves an embedded fabric to programs in C by the protocol of ibsim's clients over UDP. A program with
 * {@code libumad2sim.so} preloaded and {@code IBSIM_SERVER_NAME}, {@code IBSIM_SERVER_PORT} and {@code SIM_HOST} in its
 * environment attaches to a node of the fabric and uses it like the port of a device.
 *
 * <pre>{@code
 * try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,3");
 *         FabricService service = FabricService.builder(fabric).open()) {
 *     System.out.println(service.address());
 * }
 * }</pre>
 *
 * <p>The protocol has neither authentication nor encryption. A service therefore listens on the loopback interface
 * unless another address is set. This class is safe for use by multiple threads.
 */
public final class FabricService implements AutoCloseable {
    /** The port of ibsim. */
    public static final int DEFAULT_PORT = 7070;

    /** The maximum time of a {@linkplain #warmUp warm-up}. */
    public static final Duration MAX_WARM_UP = Duration.ofMinutes(1);

    private final InetSocketAddress address;
    private final ServiceLoop loop;
    private final Runnable release;

    private FabricService(EmbeddedFabric fabric, InetSocketAddress address, ServiceLoop loop) {
        this.address = address;
        this.loop = loop;
        this.release = fabric.adopt(loop::close);
    }

    /** Configures and opens a service. */
    public static final class Builder {
        private final EmbeddedFabric fabric;
        private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private ServiceLimits limits = ServiceLimits.DEFAULTS;
        private @Nullable PacketListener listener;

        private Builder(EmbeddedFabric fabric) {
            this.fabric = fabric;
        }

        /**
         * Sets the address of the control socket (default: the loopback interface and a free port). Client n gets the
         * next free port from the port of the control socket plus one.
         */
        public Builder address(InetSocketAddress bind) {
            address = bind;
            return this;
        }

        /** Sets the limits (default: {@link ServiceLimits#DEFAULTS}). */
        public Builder limits(ServiceLimits granted) {
            limits = granted;
            return this;
        }

        /** Adds a listener for the MADs that all clients send and receive, such as a pcap file. */
        public Builder packets(PacketListener added) {
            listener = added;
            return this;
        }

        /**
         * Opens the service.
         *
         * @throws RdmaException if the address cannot be bound
         * @throws IllegalStateException if the time of the fabric is simulated
         */
        public FabricService open() {
            if (fabric.isVirtualTime()) {
                throw new IllegalStateException(
                        "the time of this fabric is simulated, and would not wait for programs outside of this process; open it"
                                + " without virtualTime()");
            }
            try {
                DatagramChannel control = ServiceLoop.bind(address);
                InetSocketAddress bound = (InetSocketAddress) control.getLocalAddress();
                return new FabricService(fabric, bound, ServiceLoop.start(fabric, control, bound, limits, listener));
            } catch (IOException e) {
                throw new RdmaException(
                        "cannot listen on UDP port " + address.getPort() + " of " + address.getHostString() + ": "
                                + e.getMessage() + "; choose another port or address",
                        e);
            }
        }
    }

    /** Returns a builder for a service of a fabric. */
    public static Builder builder(EmbeddedFabric fabric) {
        return new Builder(fabric);
    }

    /**
     * Exercises a service of another, small fabric, so that the JVM has compiled the code before the first program
     * connects. A process that only serves a fabric should call this method before it opens the service: otherwise the
     * compiler occupies a processor for about a second while the first program runs.
     *
     * @param time how long to send requests, up to {@link #MAX_WARM_UP}; after 300 ms most code is compiled simply, and after 10 s
     *     all of it is optimized
     * @return the number of requests that were answered
     * @throws IllegalArgumentException if the time is negative or longer
     * @throws RdmaException if the loopback interface cannot be used
     */
    public static int warmUp(Duration time) {
        Ranges.check("time of the warm-up", time, Duration.ZERO, MAX_WARM_UP);
        try {
            return ServiceWarmUp.run(time);
        } catch (IOException e) {
            throw new RdmaException("cannot use UDP of the loopback interface: " + e.getMessage(), e);
        }
    }

    /** Returns the address of the control socket, for {@code IBSIM_SERVER_NAME} and {@code IBSIM_SERVER_PORT}. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the connected clients as text, with the port that each of them uses. */
    public List<String> clients() {
        return loop.clients();
    }

    /** Disconnects all clients and closes the sockets. The fabric remains open; closing the fabric closes its services. */
    @Override
    public void close() {
        release.run();
        loop.close();
    }
}
