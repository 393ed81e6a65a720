package io.verbena.traffic.measure;

import io.verbena.cm.CmException;
import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.traffic.TrafficException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Connects a station by the RDMA CM; the side channel has told the client where the server listens. */
final class Connecting implements AutoCloseable {
    private static final Duration SLICE = Duration.ofMillis(200);

    private final MeasureHost host;
    private final MeasurePlan plan;
    private final MeasureOptions options;
    private final CmId listening;
    private @Nullable CmId id;
    private @Nullable Station station;

    /** Of a server; {@code address} is one of this host, and any port. */
    Connecting(MeasureHost host, MeasurePlan plan, MeasureOptions options) {
        this.host = host;
        this.plan = plan;
        this.options = options;
        listening = host.events().id(PortSpace.TCP);
    }

    /** Listens at all addresses; at which port. */
    int listen() {
        listening.bind(new InetSocketAddress(0));
        listening.listen(1);
        return listening.localAddress().orElseThrow().getPort();
    }

    /** Takes the client, for as long as the side channel has nothing against it. */
    Station accept(Control control) {
        ConnectionRequest request = request(control);
        id = request.id();
        Station made = station(request.id());
        made.fill();
        int answered = Math.min(request.parameters().initiatorDepth(), made.reads());
        int begun = Math.min(request.parameters().responderResources(), made.reads());
        request.accept(ConnectionParameters.DEFAULTS.reads(answered, begun).retries(7, 7), control.patience());
        return made;
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

    /** Of a client. */
    Station connect(InetSocketAddress server, Duration patience) {
        id = listening;
        try {
            listening.resolve(server, patience);
        } catch (CmException e) {
            throw e.during("cannot reach " + server.getAddress().getHostAddress() + " by the RDMA CM");
        }
        Station made = station(listening);
        ConnectionParameters asked =
                ConnectionParameters.DEFAULTS.reads(made.reads(), made.reads()).retries(7, 7);
        listening.connect(asked, patience);
        return made;
    }

    private Station station(CmId connecting) {
        Station made = new Station(host.device(connecting.device().orElseThrow()), plan, options);
        station = made;
        connecting.use(made.pair);
        return made;
    }

    @Override
    public void close() {
        if (id != null && id != listening) {
            id.close();
        }
        listening.close();
        if (station != null) {
            station.close();
        }
    }
}
