package io.verbena.traffic.measure;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmException;
import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnreachableException;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.WorkCompletion;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Connects the queue pairs of a station through the RDMA CM, in the order of their lanes. A server that sends datagrams learns the
 * queue pair of its client from a first datagram, as in perftest, because the RDMA CM reports only that of the server.
 */
final class CmConnecting implements AutoCloseable {
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int WAITING_REQUESTS = 16;

    /** The number of times that a client connects to a server that does not listen yet. */
    private static final int TRIES = 20;

    private final MeasureHost host;
    private final MeasurePlan plan;
    private final MeasureOptions options;
    private final EventChannel events;
    private final CmId listening;
    private final Deque<CmId> ids = new ArrayDeque<>();
    private @Nullable Context context;
    private @Nullable Station station;

    CmConnecting(MeasureHost host, MeasurePlan plan, MeasureOptions options) {
        this.host = host;
        this.plan = plan;
        this.options = options;
        events = host.events();
        listening = events.id(space());
    }

    private PortSpace space() {
        return isDatagram() ? PortSpace.UDP : PortSpace.TCP;
    }

    private boolean isDatagram() {
        return plan.service() == QueuePairType.UD;
    }

    /** Returns whether the server sends as well. */
    private boolean isAnswered() {
        return plan.bothWays() || plan.quantity() == Quantity.LATENCY;
    }

    /** Listens at a port, or at a free one if it is 0, and returns it. */
    int listen(int port) {
        listening.bind(new InetSocketAddress(options.path().source(), port));
        listening.listen(WAITING_REQUESTS);
        return listening.localAddress().orElseThrow().getPort();
    }

    /** Accepts the client, unless it reports a failure to the control. */
    Station accept(Control control) {
        for (int lane = 0; lane < plan.queuePairs(); lane++) {
            ConnectionRequest request = request(control);
            CmId id = request.id();
            ids.push(id);
            Station made = use(lane, id);
            made.lanes[lane].fill();
            int answered = Math.min(request.parameters().initiatorDepth(), made.reads());
            int begun = Math.min(request.parameters().responderResources(), made.reads());
            request.accept(parameters(answered, begun), control.timeout);
            if (isDatagram() && isAnswered()) {
                WorkCompletion first = completion(made, control);
                made.reach(made.lanes[lane], id.port(), first);
                made.taken(first.id());
            }
        }
        return Objects.requireNonNull(station);
    }

    private ConnectionParameters parameters(int answered, int begun) {
        return ConnectionParameters.DEFAULTS
                .reads(answered, begun)
                .retries(options.path().retries(), options.path().retries())
                .queuePair(0, options.resources().sharedReceives());
    }

    private ConnectionRequest request(Control control) {
        Deadline deadline = Deadline.in(control.timeout);
        while (true) {
            try {
                return listening.request(SLICE);
            } catch (CmTimeoutException e) {
                if (control.poll() != Control.Signal.NONE) {
                    throw new TrafficException(control.peer + " did not connect all queue pairs");
                }
                if (deadline.isOver()) {
                    throw e;
                }
            }
        }
    }

    private static WorkCompletion completion(Station station, Control control) {
        CompletionBatch batch = station.queue.batch(1);
        Deadline deadline = Deadline.in(control.timeout);
        while (station.queue.poll(batch) == 0) {
            if (deadline.isOver()) {
                throw new TrafficException(
                        "the first datagram, which carries a queue pair number, is not complete after "
                                + control.timeout.toMillis() + " ms");
            }
            LockSupport.parkNanos(1000);
        }
        return batch.get(0).check();
    }

    /** Connects to the server, which identifies the queue pairs by the order of their connections. */
    Station connect(InetSocketAddress server, Control control) {
        for (int number = 0; number < plan.queuePairs(); number++) {
            CmEvent event = connect(server, number, control.timeout);
            DatagramDestination destination = event.destination();
            Station made = Objects.requireNonNull(station);
            if (destination != null) {
                Lane lane = made.lanes[number];
                made.reach(lane, destination);
                if (isAnswered()) {
                    lane.sendNumber();
                    completion(made, control);
                }
            }
        }
        return Objects.requireNonNull(station);
    }

    /** Connects a queue pair. The server may begin to listen only after it has told the client to connect. */
    private CmEvent connect(InetSocketAddress server, int lane, Duration timeout) {
        for (int tries = 1; ; tries++) {
            try {
                return connectOnce(server, lane, timeout);
            } catch (RejectedException | UnreachableException e) {
                if (lane > 0 || tries == TRIES) {
                    throw e;
                }
                closeAll();
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private CmEvent connectOnce(InetSocketAddress server, int lane, Duration timeout) {
        CmId id = events.id(space());
        ids.push(id);
        try {
            if (options.path().typeOfService() >= 0) {
                id.option(CmOption.TYPE_OF_SERVICE, options.path().typeOfService());
            }
            CmSideChannel.resolve(id, server, options);
        } catch (CmException e) {
            throw e.during("cannot reach " + server.getAddress().getHostAddress() + " by the RDMA CM");
        }
        int reads = use(lane, id).reads();
        return id.connect(parameters(reads, reads), timeout);
    }

    /** Returns the station, which is created on the device of the first connection. */
    private Station use(int lane, CmId id) {
        Station made = station;
        if (made == null) {
            Context device = context;
            if (device == null) {
                device = host.device(id.device().orElseThrow());
                context = device;
            }
            made = new Station(device, plan, options);
            station = made;
        }
        id.use(made.lanes[lane].pair);
        return made;
    }

    private void closeAll() {
        ids.forEach(CmId::close);
        ids.clear();
        if (station != null) {
            station.close();
            station = null;
        }
    }

    @Override
    public void close() {
        listening.close();
        closeAll();
    }
}
