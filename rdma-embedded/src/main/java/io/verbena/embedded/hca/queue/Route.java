package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Tally;

/** Where packets come to that go one way, as long as the fabric is as it was. */
final class Route {
    // In units of four bytes: local route header, base transport header and invariant CRC, and what some have beside.
    private static final int PACKET_WORDS = 2 + 3 + 1;
    private static final int REQUEST_WORDS = PACKET_WORDS + 4;
    private static final int ANSWER_WORDS = PACKET_WORDS + 1;
    private static final int DATAGRAM_WORDS = PACKET_WORDS + 2;
    private static final int ROUTE_WORDS = 10;

    private final int revision;
    private final int partitionKey;
    private final End[] ends;
    private final Tally tally;

    Route(int revision, int partitionKey, End[] ends, Tally tally) {
        this.revision = revision;
        this.partitionKey = partitionKey;
        this.ends = ends;
        this.tally = tally;
    }

    /** A port where they come to: more than one for a multicast group, none where they get lost. */
    record End(Adapter adapter, int port) {}

    boolean holds(Network network, int key) {
        return revision == network.revision() && partitionKey == key;
    }

    int count() {
        return ends.length;
    }

    Tally tally() {
        return tally;
    }

    /** A datagram goes this way. */
    void count(Message message) {
        tally.add(1, DATAGRAM_WORDS + (message.global ? ROUTE_WORDS : 0) + words(message.bytes.length()));
    }

    /** A request goes this way, and its answer comes back, which for a read has the data. */
    void countWithAnswer(Message message) {
        long bare = (long) message.packets * PACKET_WORDS;
        long data = words(message.bytes.length());
        if (LocalRequests.isRead(message.opcode)) {
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
