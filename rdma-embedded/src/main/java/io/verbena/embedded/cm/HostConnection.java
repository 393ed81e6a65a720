package io.verbena.embedded.cm;

import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Guid;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection with its port, retries and timeouts. It outlives its identifier until the peer knows about
 * the end and no packet is in flight.
 */
final class HostConnection implements Connection.Effects {
    private interface Side {
        Connection connection(Connection.Effects effects, long id);
    }

    private final Table table;
    private final CmPort port;
    private final MadAddress peer;
    final Connection connection;
    private final Resender resender;
    private @Nullable Identifier owner;

    /** The GUID of the peer's adapter; null on the active side. */
    @Nullable Guid remoteGuid;

    long remoteId;

    /** The options of enhanced connection establishment, in the attribute modifier of the request or the reply. */
    int options;

    private long transaction;

    private HostConnection(
            Table table, CmPort port, MadAddress peer, Identifier owner, Side side, int response, int retries) {
        this.table = table;
        this.port = port;
        this.peer = peer;
        this.owner = owner;
        this.connection = side.connection(this, table.nextId());
        long interval = Timeouts.roundTripNanos(connection.terms.way.lifeTime(), response);
        this.resender = new Resender(table.timeline, interval, retries, connection::unanswered);
        table.add(this);
    }

    static HostConnection asking(
            Table table, CmPort port, Identifier owner, ConnectionTerms terms, ConnectRequest request) {
        Side side = (effects, id) -> new ActiveConnection(effects, id, terms, request);
        MadAddress peer = terms.way.address();
        HostConnection end = new HostConnection(table, port, peer, owner, side, Timeouts.RESPONSE, Timeouts.RETRIES);
        end.transaction = table.nextTransaction();
        return end;
    }

    static HostConnection asked(
            Table table, CmDatagram.Sender sender, Request request, Identifier owner, ConnectionTerms terms) {
        ConnectRequest message = request.message();
        Side side = (effects, id) -> new PassiveConnection(effects, id, terms, message.localCommunicationId());
        HostConnection end = new HostConnection(
                table,
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
        table.addRemote(this);
    }

    void during(long exchange) {
        transaction = exchange;
    }

    void received(ConnectReply message, int modifier) {
        if (owner != null) {
            int vendor = (message.vendorIdHigh() << Short.SIZE) | (message.vendorIdMiddle() << Byte.SIZE);
            owner.offered(new EnhancedConnection(vendor | message.vendorIdLow(), modifier));
        }
        connection.received(message);
    }

    void abandon() {
        owner = null;
        connection.abandon();
    }

    @Override
    public void send(Structure message) {
        boolean offers = message instanceof ConnectRequest || message instanceof ConnectReply;
        port.send(peer, CmDatagram.of(message, transaction, offers ? options : 0));
    }

    @Override
    public void sendUntilAnswered(Structure message) {
        if (message instanceof DisconnectRequest) {
            transaction = table.nextTransaction();
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
        long nanos = Timeouts.nanos(connection.terms.acknowledgeTimeout);
        table.timeline.after(nanos, connection::timeWaitOver);
    }

    @Override
    public void report(CmEventType type, int status, ConnectionParameters parameters) {
        if (owner != null) {
            owner.report(type, status, parameters);
        }
    }

    @Override
    public void over() {
        table.remove(this);
    }

    static final class Table {
        private static final long IDS = 0xffffffffL;

        private final Map<Long, HostConnection> byLocalId = new HashMap<>();
        private final Map<Remote, HostConnection> byRemoteId = new HashMap<>();
        private final Map<Remote, HostConnection> byQueuePair = new HashMap<>();
        final Timeline timeline;
        private long lastId;
        private long transactions;

        private record Remote(Guid guid, long id) {}

        Table(Timeline timeline) {
            this.timeline = timeline;
        }

        long nextTransaction() {
            return ++transactions;
        }

        /** Returns an unused communication ID, which is never 0. */
        long nextId() {
            do {
                lastId = lastId % IDS + 1;
            } while (byLocalId.containsKey(lastId));
            return lastId;
        }

        void add(HostConnection end) {
            byLocalId.put(end.connection.ids.local, end);
        }

        void addRemote(HostConnection end) {
            Guid guid = end.remoteGuid;
            if (guid != null) {
                byRemoteId.put(new Remote(guid, end.remoteId), end);
                byQueuePair.put(queuePair(guid, end), end);
            }
        }

        private static Remote queuePair(Guid guid, HostConnection end) {
            return new Remote(guid, end.connection.terms.remoteQueuePair);
        }

        void remove(HostConnection end) {
            byLocalId.remove(end.connection.ids.local);
            Guid guid = end.remoteGuid;
            if (guid != null) {
                byRemoteId.remove(new Remote(guid, end.remoteId), end);
                byQueuePair.remove(queuePair(guid, end), end);
            }
        }

        /**
         * Returns the connection of a message; null if there is none.
         *
         * @param local the ID that the peer uses for this side
         * @param sender the ID of the peer; 0 if the message does not contain it
         */
        @Nullable HostConnection find(long local, long sender) {
            HostConnection end = byLocalId.get(local);
            return end != null && end.connection.ids.isWith(sender) ? end : null;
        }

        @Nullable HostConnection asked(Guid guid, long id) {
            return byRemoteId.get(new Remote(guid, id));
        }

        @Nullable HostConnection withQueuePair(Guid guid, int queuePair) {
            return byQueuePair.get(new Remote(guid, queuePair));
        }

        int count() {
            return byLocalId.size();
        }
    }

    /** Sends a message repeatedly until it is answered or the retries are exhausted. */
    static final class Resender {
        private final Timeline timeline;
        private final long intervalNanos;
        private final int retries;
        private final Runnable unanswered;
        private Runnable message = () -> {};
        private @Nullable Event next;
        private int left;

        Resender(Timeline timeline, long intervalNanos, int retries, Runnable unanswered) {
            this.timeline = timeline;
            this.intervalNanos = intervalNanos;
            this.retries = retries;
            this.unanswered = unanswered;
        }

        void send(Runnable toSend) {
            answered();
            message = toSend;
            left = retries;
            message.run();
            schedule(intervalNanos);
        }

        private void schedule(long nanos) {
            next = timeline.after(nanos, this::again);
        }

        private void again() {
            next = null;
            if (left == 0) {
                unanswered.run();
                return;
            }
            left--;
            message.run();
            schedule(intervalNanos);
        }

        void waitLonger(long nanos) {
            if (next != null) {
                next.cancel();
                schedule(nanos + intervalNanos);
            }
        }

        void answered() {
            if (next != null) {
                next.cancel();
                next = null;
            }
        }
    }
}
