package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Guid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The part of a host's connection manager that all of its procedures share: ports, services, connections and SA client. */
abstract class CmHostContext {
    private static final int PSN_BITS = 24;

    final Timeline timeline;
    final Guid guid;
    final String device;
    final CmNetwork network;
    private final List<CmPort> ports;
    final ServicePorts services = new ServicePorts();
    final HostConnection.Table connections;
    final CmSaClient administration;
    private final SplittableRandom random;

    CmHostContext(Timeline timeline, Guid guid, String device, CmNetwork network, List<? extends CmPort> ports) {
        this.timeline = timeline;
        this.guid = guid;
        this.device = device;
        this.network = network;
        this.ports = List.copyOf(ports);
        this.connections = new HostConnection.Table(timeline);
        this.administration = new CmSaClient(timeline);
        this.random = new SplittableRandom(guid.bits());
    }

    /**
     * Returns the port of this host that has an address; for a loopback address, the first active port.
     *
     * @return the port, or null if the address belongs to another host
     */
    final @Nullable CmPort portOf(InetAddress address) {
        if (address.isLoopbackAddress()) {
            CmPort active = activePort();
            return active == null && !ports.isEmpty() ? ports.get(0) : active;
        }
        return ports.stream()
                .filter(port -> port.ipv4().equals(address) || port.linkLocal().equals(address))
                .findFirst()
                .orElse(null);
    }

    final @Nullable CmPort activePort() {
        return ports.stream().filter(CmPort::isActive).findFirst().orElse(null);
    }

    /** Returns the addresses of the ports, for messages. */
    final String addresses() {
        return ports.stream()
                .map(port -> port.ipv4().getHostAddress() + " and "
                        + port.linkLocal().getHostAddress())
                .reduce((one, other) -> one + ", " + other)
                .orElse("none");
    }

    final Identifier create(HandleTable<Identifier> siblings, Channel channel, PortSpace space, long cookie) {
        return new Identifier(siblings, channel, space, cookie, random.nextInt(1 << PSN_BITS));
    }

    /** Creates the identifier of a request that has arrived for a listener. */
    final Identifier createFor(Identifier listening, CmPort port, Request.Service service, IpHeader header) {
        Identifier id = create(listening.siblings, listening.channel, listening.space, listening.cookie());
        id.options.copy(listening.options);
        id.bind(new InetSocketAddress(header.destination(), service.port()), port);
        id.peer = new InetSocketAddress(header.source(), header.sourcePort());
        id.stage = Identifier.Stage.CONNECTING;
        return id;
    }

    /** Removes an identifier that has neither a connection nor events. */
    final void discard(Identifier id) {
        id.stage = Identifier.Stage.DESTROYED;
        services.release(id);
        id.siblings.remove(id.number());
    }
}
