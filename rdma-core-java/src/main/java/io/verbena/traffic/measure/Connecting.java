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

/** Connects the queue pairs of a station by the RDMA CM; the side channel has told the client where the server listens. */
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

    /** Of either side. */
    Connecting(MeasureHost host, MeasurePlan plan, MeasureOptions options) {
        this.host = host;
        this.plan = plan;
        this.options = options;
        events = host.events();
        listening = events.id(PortSpace.TCP);
    }

    /** Listens at all addresses; at which port. */
    int listen() {
        listening.bind(new InetSocketAddress(0));
        listening.listen(WAITING_REQUESTS);
        return listening.localAddress().orElseThrow().getPort();
    }

    /** Takes the client, for as long as the side channel has nothing against it. */
    Station accept(Control control) {
        for (int lane = 0; lane < plan.queuePairs(); lane++) {
            ConnectionRequest request = request(control);
            ids.push(request.id());
            Station made = use(lane, request.id());
            made.lanes[lane].fill();
            int answered = Math.min(request.parameters().initiatorDepth(), made.reads());
            int begun = Math.min(request.parameters().responderResources(), made.reads());
            request.accept(ConnectionParameters.DEFAULTS.reads(answered, begun).retries(7, 7), control.patience());
        }
        return Objects.requireNonNull(station);
    }

    private ConnectionRequest request(Control control) {
        long end = System.nanoTime() + control.patience().toNanos();
        while (true) {
            try {
                return listening.request(SLICE);
            } catch (CmTimeoutException e) {
                if (control.poll() != null) {
                    throw new TrafficException(control.channel() + " did not connect before it went on");
                }
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    /** Of a client: the server knows the queue pairs by the order in which they are connected. */
    Station connect(InetSocketAddress server, Duration patience) {
        for (int lane = 0; lane < plan.queuePairs(); lane++) {
            CmId id = events.id(PortSpace.TCP);
            ids.push(id);
            try {
                id.resolve(server, patience);
            } catch (CmException e) {
                throw e.during("cannot reach " + server.getAddress().getHostAddress() + " by the RDMA CM");
            }
            int reads = use(lane, id).reads();
            id.connect(ConnectionParameters.DEFAULTS.reads(reads, reads).retries(7, 7), patience);
        }
        return Objects.requireNonNull(station);
    }

    /** The station, which is made on the device of the first connection. */
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
