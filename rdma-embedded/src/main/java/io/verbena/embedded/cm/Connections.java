package io.verbena.embedded.cm;

import io.verbena.iba.Guid;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of a host, by what messages call them. */
final class Connections {
    private static final long IDS = 0xffffffffL;

    private final Map<Long, ConnectionEnd> byLocalId = new HashMap<>();
    private final Map<Remote, ConnectionEnd> byRemoteId = new HashMap<>();
    private final Map<Remote, ConnectionEnd> byQueuePair = new HashMap<>();
    private long lastId;

    /** A communication ID, or a queue pair, of an adapter. */
    private record Remote(Guid guid, long id) {}

    /** A communication ID that no connection has; never 0. */
    long nextId() {
        do {
            lastId = lastId % IDS + 1;
        } while (byLocalId.containsKey(lastId));
        return lastId;
    }

    void add(ConnectionEnd end) {
        byLocalId.put(end.connection().ids().local(), end);
    }

    /** The other side of it is known. */
    void addRemote(ConnectionEnd end) {
        Guid guid = end.remoteGuid();
        if (guid != null) {
            byRemoteId.put(new Remote(guid, end.remoteId()), end);
            byQueuePair.put(queuePair(guid, end), end);
        }
    }

    private static Remote queuePair(Guid guid, ConnectionEnd end) {
        return new Remote(guid, end.connection().terms().remoteQueuePair());
    }

    void remove(ConnectionEnd end) {
        byLocalId.remove(end.connection().ids().local());
        Guid guid = end.remoteGuid();
        if (guid != null) {
            byRemoteId.remove(new Remote(guid, end.remoteId()), end);
            byQueuePair.remove(queuePair(guid, end), end);
        }
    }

    /** That of a message by the ID of this side, and that of the other, 0 where the message has none. */
    @Nullable ConnectionEnd find(long local, long sender) {
        ConnectionEnd end = byLocalId.get(local);
        return end != null && end.connection().ids().isWith(sender) ? end : null;
    }

    /** The one that the other side asked for with this ID. */
    @Nullable ConnectionEnd asked(Guid guid, long id) {
        return byRemoteId.get(new Remote(guid, id));
    }

    /** The one that the other side asked for with this queue pair, which is not over for good. */
    @Nullable ConnectionEnd withQueuePair(Guid guid, int queuePair) {
        return byQueuePair.get(new Remote(guid, queuePair));
    }

    int count() {
        return byLocalId.size();
    }
}
