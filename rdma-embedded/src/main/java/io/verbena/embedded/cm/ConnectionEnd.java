package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Guid;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection with its wire and its clock. It outlives its identifier until the other side knows of the end,
 * and no packet is on its way any more.
 */
final class ConnectionEnd implements Effects {
    /** Makes what the end of either side is of, with the ID by which this host calls it. */
    private interface Side {
        Connection connection(Effects effects, long id);
    }

    private final CmHost host;
    private final CmPort port;
    private final MadAddress peer;
    private final Connection connection;
    private final Resender resender;
    private @Nullable Identifier owner;
    private @Nullable Guid remoteGuid;
    private long remoteId;
    private long transaction;

    private ConnectionEnd(
            CmHost host, CmPort port, MadAddress peer, Identifier owner, Side side, int response, int retries) {
        this.host = host;
        this.port = port;
        this.peer = peer;
        this.owner = owner;
        this.connection = side.connection(this, host.connections().nextId());
        long interval = Timeouts.roundTripNanos(connection.terms().way().lifeTime(), response);
        this.resender = new Resender(host.timeline(), interval, retries, connection::unanswered);
        host.connections().add(this);
    }

    /** That of the side that asks. */
    static ConnectionEnd asking(CmHost host, CmPort port, Identifier owner, Terms terms, ConnectRequest request) {
        Side side = (effects, id) -> new ActiveConnection(effects, id, terms, request);
        MadAddress peer = terms.way().address();
        ConnectionEnd end = new ConnectionEnd(host, port, peer, owner, side, Timeouts.RESPONSE, Timeouts.RETRIES);
        end.transaction = host.nextTransaction();
        return end;
    }

    /** That of the side that is asked. */
    static ConnectionEnd asked(CmHost host, Sender sender, Request request, Identifier owner, Terms terms) {
        ConnectRequest message = request.message();
        Side side = (effects, id) -> new PassiveConnection(effects, id, terms, message.localCommunicationId());
        ConnectionEnd end = new ConnectionEnd(
                host,
                sender.port(),
                sender.source(),
                owner,
                side,
                message.localResponseTimeout(),
                message.maxCmRetries());
        end.transaction = sender.transaction();
        end.remote(message.localCaGuid(), message.localCommunicationId());
        return end;
    }

    private void remote(Guid guid, long id) {
        remoteGuid = guid;
        remoteId = id;
        host.connections().addRemote(this);
    }

    Connection connection() {
        return connection;
    }

    /** The adapter of the other side, by its GUID; null while nobody has asked for it. */
    @Nullable Guid remoteGuid() {
        return remoteGuid;
    }

    long remoteId() {
        return remoteId;
    }

    /** What follows belongs to this exchange of messages. */
    void during(long exchange) {
        transaction = exchange;
    }

    /** Its identifier is gone. */
    void abandon() {
        owner = null;
        connection.abandon();
    }

    @Override
    public void send(Structure message) {
        port.send(peer, CmDatagram.of(message, transaction));
    }

    @Override
    public void sendUntilAnswered(Structure message) {
        if (message instanceof DisconnectRequest) {
            transaction = host.nextTransaction();
        }
        resender.send(() -> send(message));
    }

    @Override
    public void answered() {
        resender.answered();
    }

    @Override
    public void waitLonger(int serviceTimeout) {
        resender.waitLonger(Timeouts.nanos(serviceTimeout));
    }

    @Override
    public void timeWait() {
        long nanos = Timeouts.nanos(connection.terms().acknowledgeTimeout());
        host.timeline().after(nanos, connection::timeWaitOver);
    }

    @Override
    public void tell(CmEventType type, int status, ConnectionParameters parameters) {
        if (owner != null) {
            owner.tell(PendingEvent.of(owner, type, status, parameters));
        }
    }

    @Override
    public void over() {
        host.connections().remove(this);
    }
}
