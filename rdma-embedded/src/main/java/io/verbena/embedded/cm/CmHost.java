package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The connection manager of one host, for all its programs, as the kernel has it: service ports, connections and memberships
 * are the host's. Used under the lock of the timeline.
 */
public final class CmHost {
    private static final int PSN_BITS = 24;
    /** What backlog 0 means. */
    private static final int MOST_BACKLOG = 1024;

    private final Timeline timeline;
    private final Guid guid;
    private final String device;
    private final CmNetwork network;
    private final List<CmPort> ports;
    private final ServicePorts services = new ServicePorts();
    private final Connections connections = new Connections();
    private final SaClient administration;
    private final AddressSteps addressSteps = new AddressSteps(this);
    private final ConnectionSteps connectionSteps = new ConnectionSteps(this);
    private final DatagramSteps datagramSteps = new DatagramSteps(this);
    private final GroupSteps groupSteps = new GroupSteps(this);
    private final Messages messages = new Messages(this, connectionSteps, datagramSteps);
    private final SplittableRandom random;
    private long transactions;

    /**
     * Makes it.
     *
     * @param guid that of the node
     * @param device the name of its device
     * @param ports its ports by number
     */
    public CmHost(Timeline timeline, Guid guid, String device, CmNetwork network, List<? extends CmPort> ports) {
        this.timeline = timeline;
        this.guid = guid;
        this.device = device;
        this.network = network;
        this.ports = List.copyOf(ports);
        this.administration = new SaClient(timeline);
        this.random = new SplittableRandom(guid.bits());
    }

    /** Takes a datagram of communication management. */
    public void received(CmPort port, MadAddress source, ByteBuffer mad) {
        CmDatagram datagram = CmDatagram.read(mad);
        messages.received(new Sender(port, source, datagram.transaction()), datagram);
    }

    /** Takes an answer of the subnet administration, or a question that came back with an error number. */
    public void answered(int status, ByteBuffer mad) {
        administration.answered(status, mad);
    }

    /** Is told that the clients at a port are to register again with the subnet administration (IBA 14.4.11). */
    public void registerAgain(CmPort port) {
        timeline.after(0, () -> groupSteps.joinAgain(port));
    }

    Timeline timeline() {
        return timeline;
    }

    Guid guid() {
        return guid;
    }

    String device() {
        return device;
    }

    CmNetwork network() {
        return network;
    }

    ServicePorts services() {
        return services;
    }

    Connections connections() {
        return connections;
    }

    SaClient administration() {
        return administration;
    }

    AddressSteps addressSteps() {
        return addressSteps;
    }

    ConnectionSteps connectionSteps() {
        return connectionSteps;
    }

    DatagramSteps datagramSteps() {
        return datagramSteps;
    }

    GroupSteps groupSteps() {
        return groupSteps;
    }

    long nextTransaction() {
        return ++transactions;
    }

    /** The port with an address; the first that is active for that of the host itself; null if it is of another. */
    @Nullable CmPort portOf(InetAddress address) {
        if (address.isLoopbackAddress()) {
            CmPort active = activePort();
            return active == null && !ports.isEmpty() ? ports.get(0) : active;
        }
        return ports.stream()
                .filter(port -> port.ipv4().equals(address) || port.linkLocal().equals(address))
                .findFirst()
                .orElse(null);
    }

    @Nullable CmPort activePort() {
        return ports.stream().filter(CmPort::isActive).findFirst().orElse(null);
    }

    /** The addresses of its ports, for messages. */
    String addresses() {
        return ports.stream()
                .map(port -> port.ipv4().getHostAddress() + " and "
                        + port.linkLocal().getHostAddress())
                .reduce((one, other) -> one + ", " + other)
                .orElse("none");
    }

    Identifier create(Channel channel, PortSpace space, long cookie) {
        return new Identifier(channel, space, cookie, random.nextInt(1 << PSN_BITS));
    }

    void listen(Identifier id, int backlog) {
        InetSocketAddress local = id.local();
        if (id.stage() != Stage.BOUND || local == null) {
            throw Failures.state("rdma_listen", id, "be bound");
        }
        services.requireAlone(id, local);
        id.backlog(backlog <= 0 ? MOST_BACKLOG : Math.min(backlog, MOST_BACKLOG));
        id.stage(Stage.LISTENING);
    }

    /** The identifier of who asks one that listens. */
    Identifier requested(Identifier listening, CmPort port, Request.Service service, IpHeader header) {
        Identifier id = create(listening.channel(), listening.space(), listening.cookie());
        id.options().copy(listening.options());
        id.bind(new InetSocketAddress(header.destination(), service.port()), port);
        id.peer(new InetSocketAddress(header.source(), header.sourcePort()));
        id.stage(Stage.CONNECTING);
        return id;
    }

    /** Ends an identifier, with the requests that nobody has read. */
    void destroy(Identifier id) {
        id.stage(Stage.DESTROYED);
        services.release(id);
        id.channel().identifiers().remove(id.number());
        for (PendingEvent unread : id.channel().take(id)) {
            Identifier request = unread.request();
            if (request != null) {
                destroy(request);
            }
        }
        ConnectionEnd end = id.end();
        if (end != null) {
            end.abandon();
        }
        datagramSteps.abandon(id);
        groupSteps.abandon(id);
    }
}
