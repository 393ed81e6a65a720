package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.traffic.RpingEndpoint.RpingAdvert;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client of rping(1). It advertises a buffer, from which the server reads a ping, and then another one, to which
 * the server writes it back. The server may be the C program. For one thread.
 */
public final class RpingClient implements AutoCloseable {
    private static final int FIRST = 'A';
    private static final int LAST = 'z';

    private final RpingEndpoint endpoint;
    private final RpingOptions options;
    private final ByteBuffer start;
    private final MemoryRegion startRegion;
    private int rounds;

    private RpingClient(RpingEndpoint endpoint, RpingOptions options) {
        this.endpoint = endpoint;
        this.options = options;
        start = ByteBuffer.allocateDirect(options.size());
        startRegion = endpoint.region(start);
    }

    /**
     * Connects to a server.
     *
     * @param channel the event channel of the connection
     * @param devices opens a device by its name; the context is closed with this client
     * @param source a local address; null for any
     * @param options the parameters of the pings
     * @param timeout the timeout of each step and of each response
     * @throws io.verbena.cm.CmException if the server is unreachable or rejects the connection
     */
    public static RpingClient connect(
            EventChannel channel,
            Function<String, Context> devices,
            RpingOptions options,
            @Nullable InetAddress source,
            InetSocketAddress server,
            Duration timeout) {
        CmId id = channel.id(PortSpace.TCP);
        RpingEndpoint endpoint = null;
        try {
            if (source != null) {
                id.bind(new InetSocketAddress(source, 0));
            }
            id.resolve(server, timeout);
            endpoint = new RpingEndpoint(devices.apply(id.device().orElseThrow()), id, options, timeout);
            RpingClient client = new RpingClient(endpoint, options);
            client.connect(timeout);
            return client;
        } catch (RuntimeException | Error e) {
            id.close();
            if (endpoint != null) {
                endpoint.close();
            }
            throw e;
        }
    }

    private void connect(Duration timeout) {
        boolean own = options.ownQueuePair();
        ConnectionParameters parameters = ConnectionParameters.DEFAULTS;
        endpoint.id.connect(own ? parameters.queuePair(endpoint.pair.number(), false) : parameters, timeout);
        if (own) {
            endpoint.establish();
            endpoint.id.establish();
        }
    }

    /**
     * Sends a ping and waits for its return.
     *
     * @return the returned text, such as "rdma-ping-0: ABCD…"
     * @throws TrafficException if the server disconnects, does not respond, or returns other data although validation
     *     was requested
     */
    public String ping() {
        fill();
        endpoint.data.clear();
        boolean alive = advertise(startRegion)
                && endpoint.receive().isPresent()
                && advertise(endpoint.dataRegion)
                && endpoint.receive().isPresent();
        if (!alive) {
            throw new TrafficException(endpoint.id + ": the server ended the connection in ping " + rounds);
        }
        if (options.validate() && !endpoint.data.equals(start.clear())) {
            throw new TrafficException(endpoint.id + ": the data of ping " + rounds + " came back corrupted");
        }
        rounds++;
        return text(endpoint.data, options.size());
    }

    private boolean advertise(MemoryRegion region) {
        return endpoint.send(new RpingAdvert(region.address(), region.remoteKey(), options.size()));
    }

    /** Writes a label, and letters that start one further with each ping, up to a NUL. */
    private void fill() {
        start.clear().put(("rdma-ping-" + rounds + ": ").getBytes(US_ASCII));
        int letters = LAST - FIRST + 1;
        for (int letter = rounds; start.hasRemaining(); letter++) {
            start.put((byte) (FIRST + letter % letters));
        }
        start.put(options.size() - 1, (byte) 0);
        start.clear();
    }

    static String text(ByteBuffer bytes, int most) {
        return US_ASCII.decode(bytes.slice(0, length(bytes, most))).toString();
    }

    static int length(ByteBuffer bytes, int most) {
        int length = 0;
        while (length < most && bytes.get(length) != 0) {
            length++;
        }
        return length;
    }

    /** Ends the connection, which also ends the server. */
    @Override
    public void close() {
        try {
            if (!endpoint.id.isClosed()) {
                endpoint.id.disconnect(Duration.ofSeconds(2));
            }
        } catch (CmTimeoutException e) {
            // The server has disconnected, which the close reports as well.
            return;
        } finally {
            endpoint.close();
        }
    }
}
