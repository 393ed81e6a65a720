package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.DatagramDestination;
import io.verbena.spi.cm.CmEventRecord;
import io.verbena.verbs.QueuePair;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The multicast groups that an identifier has joined, and the attachment of its queue pair to them. */
final class Memberships {
    private final CmId id;
    private final CmConnection connection;
    private final Map<Long, Joining> joining = new ConcurrentHashMap<>();

    private record Joining(SocketAddress group, boolean sendOnly, CompletableFuture<CmMembership> future) {}

    Memberships(CmId id, CmConnection connection) {
        this.id = id;
        this.connection = connection;
    }

    CompletableFuture<CmMembership> join(SocketAddress group, boolean sendOnly) {
        CompletableFuture<CmMembership> future = new CompletableFuture<>();
        long membership = id.channel().manager.cookie();
        joining.put(membership, new Joining(group, sendOnly, future));
        try {
            id.using(() -> id.driver().join(id.handle, group, sendOnly, membership));
        } catch (RdmaException e) {
            joining.remove(membership);
            throw e;
        }
        // A close in between may have looked before there was something to fail.
        if (id.isClosed()) {
            closed(id.refusal());
        }
        return future;
    }

    /** Leaves a group, and detaches the queue pair from it, unless the identifier is closed and has left all groups. */
    private void leave(SocketAddress group, @Nullable DatagramDestination attached) {
        if (id.isClosed()) {
            return;
        }
        QueuePair pair = connection.queuePair();
        id.using(() -> {
            if (attached != null && pair != null && !pair.isClosed()) {
                pair.leaveMulticast(
                        attached.address().dgid(), attached.address().dlid().bits());
            }
            id.driver().leave(id.handle, group);
        });
    }

    /** Completes the join that an event belongs to, on the thread of the channel. */
    void take(CmEventRecord record, CmEvent event) {
        Joining join = joining.remove(record.membership());
        if (join == null) {
            return;
        }
        DatagramDestination destination = record.destination();
        if (record.type() == CmEventType.MULTICAST_ERROR || destination == null) {
            join.future().completeExceptionally(event.failure());
            return;
        }
        QueuePair pair = connection.queuePair();
        boolean attach = pair != null && !join.sendOnly();
        try {
            if (pair != null && attach) {
                pair.joinMulticast(
                        destination.address().dgid(),
                        destination.address().dlid().bits());
            }
            CmMembership joined = new CmMembership(
                    id, join.group(), destination, () -> leave(join.group(), attach ? destination : null));
            if (!join.future().complete(joined)) {
                joined.close();
            }
        } catch (RdmaException e) {
            join.future().completeExceptionally(e.during("cannot attach " + pair + " to " + join.group()));
        }
    }

    void closed(RdmaException why) {
        joining.values().forEach(join -> join.future().completeExceptionally(why));
    }
}
