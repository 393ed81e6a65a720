package io.verbena.traffic.measure;

import io.verbena.cm.CmException;
import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.traffic.TrafficException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects the queue pairs of a station through the RDMA CM. The client learns the port of the server over the side
 * channel.
 */
final class Connecting implements AutoCloseable {
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final int WAITING_REQUESTS = 16;

    private final MeasureHost host;
    private final MeasurePlan plan;
    private final MeasureOptions options;
    private final EventChannel events;
    private final CmId listening;
    private final Deque<CmId> ids = new ArrayDeque<>();
    private @Nullable Station station;

    /** Creates the connector of either side. */
    Connecting(MeasureHost host, MeasurePlan plan, MeasureOptions options) {
        this.host = host;
        this.plan = plan;
        this.options = options;
        events = host.events();
        listening = events.id(PortSpace.TCP);
    }

    /** Listens on all addresses and returns the port. */
    int listen() {
        listening.bind(new InetSocketAddress(0));
        listening.listen(WAITING_REQUESTS);
        return listening.localAddress().orElseThrow().getPort();
    }

    /** Accepts the client, unless the side channel reports a failure. */
    Station accept(Control control) {
        for (int lane = 0; lane < plan.queuePairs(); lane++) {
            ConnectionRequest request = request(control);
            ids.push(request.id());
            Station made = use(lane, request.id());
            made.lanes[lane].fill();
            int answered = Math.min(request.parameters().initiatorDepth(), made.reads());
            int begun = Math.min(request.parameters().responderResources(), made.reads());
            request.accept(ConnectionParameters.DEFAULTS.reads(answered, begun).retries(7, 7), control.timeout());
        }
        return Objects.requireNonNull(station);
    }

    private ConnectionRequest request(Control control) {
        long end = System.nanoTime() + control.timeout().toNanos();
        while (true) {
            try {
                return listening.request(SLICE);
            } catch (CmTimeoutException e) {
                if (control.poll() != null) {
                    throw new TrafficException(control.channel() + " did not connect all queue pairs");
                }
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    /** Connects to the server, which identifies the queue pairs by the order of their connections. */
    Station connect(InetSocketAddress server, Duration timeout) {
        for (int lane = 0; lane < plan.queuePairs(); lane++) {
            CmId id = events.id(PortSpace.TCP);
            ids.push(id);
            try {
                id.resolve(server, timeout);
            } catch (CmException e) {
                throw e.during("cannot reach " + server.getAddress().getHostAddress() + " by the RDMA CM");
            }
            int reads = use(lane, id).reads();
            id.connect(ConnectionParameters.DEFAULTS.reads(reads, reads).retries(7, 7), timeout);
        }
        return Objects.requireNonNull(station);
    }

    /** Returns the station, which is created on the device of the first connection. */
    private Station use(int lane, CmId id) {
        Station made = station;
        if (made == null) {
            made = new Station(host.device(id.device().orElseThrow()), plan, options);
            station = made;
        }
        id.use(made.lanes[lane].pair);
        return made;
    }

    @Override
    public void close() {
        ids.forEach(CmId::close);
        listening.close();
        if (station != null) {
            station.close();
        }
    }
}
