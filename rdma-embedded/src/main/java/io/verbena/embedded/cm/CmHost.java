package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The connection manager of a host, shared by all its programs like that of a kernel: it owns the service ports,
 * connections and multicast memberships. Must be used under the lock of the timeline.
 */
public final class CmHost extends CmHostContext {
    /** The maximum backlog, which backlog 0 stands for. */
    private static final int MAX_BACKLOG = 1024;

    final AddressSteps addressSteps = new AddressSteps(this);
    final ConnectionSteps connectionSteps = new ConnectionSteps(this);
    final DatagramSteps datagramSteps = new DatagramSteps(this);
    final GroupSteps groupSteps = new GroupSteps(this);
    private final Messages messages = new Messages(this, connectionSteps, datagramSteps);

    /**
     * Creates the connection manager of a host.
     *
     * @param guid the node GUID
     * @param device the name of the device
     * @param ports the ports in the order of their numbers
     */
    public CmHost(Timeline timeline, Guid guid, String device, CmNetwork network, List<? extends CmPort> ports) {
        super(timeline, guid, device, network, ports);
    }

    /** Processes a MAD of the communication management class. */
    public void received(CmPort port, MadAddress source, ByteBuffer mad) {
        CmDatagram datagram = CmDatagram.read(mad);
        messages.received(new CmDatagram.Sender(port, source, datagram.transaction(), datagram.modifier()), datagram);
    }

    /** Processes a response of the subnet administration, or a query that was returned with an errno. */
    public void answered(int status, ByteBuffer mad) {
        administration.answered(status, mad);
    }

    /** Joins the multicast groups of a port again, because its clients must register again (IBA 14.4.11). */
    public void registerAgain(CmPort port) {
        timeline.after(0, () -> groupSteps.joinAgain(port));
    }

    void listen(Identifier id, int backlog) {
        InetSocketAddress local = id.local;
        if (id.stage != Identifier.Stage.BOUND || local == null) {
            throw Failures.state("rdma_listen", id, "be bound");
        }
        services.requireAlone(id, local);
        id.backlog = backlog <= 0 ? MAX_BACKLOG : Math.min(backlog, MAX_BACKLOG);
        id.stage = Identifier.Stage.LISTENING;
    }

    /** Destroys an identifier, and the requests that have not been read from its channel. */
    void destroy(Identifier id) {
        discard(id);
        for (Channel.Event unread : id.channel.take(id)) {
            Channel.Source request = unread.request();
            Identifier requested = request == null ? null : id.siblings.find(request.number());
            if (requested != null) {
                destroy(requested);
            }
        }
        HostConnection end = id.end;
        if (end != null) {
            end.abandon();
        }
        datagramSteps.abandon(id);
        groupSteps.abandon(id);
    }
}
