package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client of rping(1): it tells the server of its memory, the server reads a ping from there, and writes it back to where
 * the client tells it. The server may be the C program. For one thread.
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
     * @param channel where the events of the connection come
     * @param devices opens a device by its name; what it opens is closed with this
     * @param source an address of this host to begin from; null for any
     * @param patience how long to wait for each step, and later for each answer
     * @throws io.verbena.cm.CmException if the server cannot be reached, or refuses
     */
    public static RpingClient connect(
            EventChannel channel,
            Function<String, Context> devices,
            RpingOptions options,
            @Nullable InetAddress source,
            InetSocketAddress server,
            Duration patience) {
        CmId id = channel.id(PortSpace.TCP);
        boolean connected = false;
        RpingEndpoint endpoint = null;
        try {
            if (source != null) {
                id.bind(new InetSocketAddress(source, 0));
            }
            id.resolve(server, patience);
            endpoint = new RpingEndpoint(devices.apply(id.device().orElseThrow()), id, options, patience);
            RpingClient client = new RpingClient(endpoint, options);
            client.connect(patience);
            connected = true;
            return client;
        } finally {
            if (!connected) {
                id.close();
                if (endpoint != null) {
                    endpoint.close();
                }
            }
        }
    }

    private void connect(Duration patience) {
        boolean own = options.ownQueuePair();
        ConnectionParameters parameters = ConnectionParameters.DEFAULTS;
        endpoint.id.connect(own ? parameters.queuePair(endpoint.pair.number(), false) : parameters, patience);
        if (own) {
            endpoint.establish();
            endpoint.id.establish();
        }
    }

    /**
     * One ping, there and back.
     *
     * @return what came back, "rdma-ping-0: ABCD…"
     * @throws TrafficException if the server ends the connection, does not answer, or what comes back is to be compared and
     *     is something else
     */
    public String ping() {
        fill();
        endpoint.data.clear();
        boolean alive = tell(startRegion)
                && endpoint.receive().isPresent()
                && tell(endpoint.dataRegion)
                && endpoint.receive().isPresent();
        if (!alive) {
            throw new TrafficException(endpoint.id + ": the server ended the connection in ping " + rounds);
        }
        if (options.validate() && !endpoint.data.equals(start.clear())) {
            throw new TrafficException(endpoint.id + ": what came back of ping " + rounds + " is not what was sent");
        }
        rounds++;
        return text(endpoint.data, options.size());
    }

    private boolean tell(MemoryRegion region) {
        return endpoint.send(new RpingAdvert(region.address(), region.remoteKey(), options.size()));
    }

    /** A name, and letters that begin one further with each ping, up to a NUL. */
    private void fill() {
        start.clear().put(("rdma-ping-" + rounds + ": ").getBytes(US_ASCII));
        int letters = LAST - FIRST + 1;
        for (int letter = rounds; start.hasRemaining(); letter++) {
            start.put((byte) (FIRST + letter % letters));
        }
        start.put(options.size() - 1, (byte) 0);
        start.clear();
    }

    /** Up to the first NUL. */
    static String text(ByteBuffer bytes, int most) {
        return US_ASCII.decode(bytes.slice(0, length(bytes, most))).toString();
    }

    /** How many bytes there are before the first NUL. */
    static int length(ByteBuffer bytes, int most) {
        int length = 0;
        while (length < most && bytes.get(length) != 0) {
            length++;
        }
        return length;
    }

    /** Ends the connection, which ends the server. */
    @Override
    public void close() {
        try {
            if (!endpoint.id.isClosed()) {
                endpoint.id.disconnect(Duration.ofSeconds(2));
            }
        } catch (CmTimeoutException e) {
            // The server is gone; closing says so, too.
            return;
        } finally {
            endpoint.close();
        }
    }
}
