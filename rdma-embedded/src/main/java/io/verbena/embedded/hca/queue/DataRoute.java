package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Tally;

/** The route of packets from a port to their destination ports, valid for one revision of the fabric. */
final class DataRoute {
    // In units of four bytes: local route header, base transport header and invariant CRC, and the additional headers
    // of some packets.
    private static final int PACKET_WORDS = 2 + 3 + 1;
    private static final int REQUEST_WORDS = PACKET_WORDS + 4;
    private static final int ANSWER_WORDS = PACKET_WORDS + 1;
    private static final int DATAGRAM_WORDS = PACKET_WORDS + 2;
    private static final int ROUTE_WORDS = 10;
    private static final int RAW_WORDS = 2 + 1 + 1;

    private final int revision;
    private final int partitionKey;
    private final End[] ends;
    final Tally tally;

    DataRoute(int revision, int partitionKey, End[] ends, Tally tally) {
        this.revision = revision;
        this.partitionKey = partitionKey;
        this.ends = ends;
        this.tally = tally;
    }

    /** A port at which packets arrive. A multicast route has several ends; a route that leads nowhere has none. */
    record End(Adapter receiver, int port) {}

    boolean holds(int currentRevision, int key) {
        return revision == currentRevision && partitionKey == key;
    }

    int count() {
        return ends.length;
    }

    void count(TransportMessage message) {
        tally.add(1, DATAGRAM_WORDS + (message.global ? ROUTE_WORDS : 0) + words(message.bytes.length()));
    }

    /** Counts an Ethernet frame on this route, in a packet with local route header, raw header and CRC. */
    void countFrame(int length) {
        tally.add(1, RAW_WORDS + words(length));
    }

    /**
     * Counts a request on this route and its response in the opposite direction. The response to a read carries the
     * data.
     */
    void countWithAnswer(TransportMessage message) {
        long bare = (long) message.packets * PACKET_WORDS;
        long data = words(message.bytes.length());
        if (SendRecords.isRead(message.opcode)) {
            tally.add(1, REQUEST_WORDS);
            tally.addAnswers(message.packets, bare + data);
        } else {
            tally.add(message.packets, bare + data);
            if (message.reliable) {
                tally.addAnswers(1, ANSWER_WORDS);
            }
        }
    }

    private static long words(long bytes) {
        return (bytes + Integer.BYTES - 1) / Integer.BYTES;
    }

    End end(int index) {
        return ends[index];
    }
}
