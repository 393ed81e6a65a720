package io.verbena.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The sending half of a stream: the send ring, the credits of the peer, and its receive buffers, which it announces in the target
 * table. Use it by one thread at a time.
 */
final class OutgoingBytes {
    /** Bytes that a write leaves for later if the ring cannot take more than these, so that it does not send crumbs. */
    private static final int CRUMBS = 2048;

    /** Maximum length of one RDMA write, so that the device sends while the next part is copied. */
    private static final int MAX_WRITE = 1 << 16;

    /** Maximum number of requests for registered memory that are posted together. */
    private static final int MAX_REQUESTS = 8;

    /** Messages that are kept free in the send queue for credits, and for the end of the stream. */
    private static final int RESERVED = 8;

    private static final int CREDITS = 0xffff;

    private final StreamLink link;
    private final int table;
    private final int size;
    private int end;
    private int used;

    /** Data messages sent, and the number up to which the peer permits them; both modulo 65,536. */
    private int sent;

    private int limit;

    private long peerTable;
    private int peerTableKey;
    private int peerTableEntries = 1;
    private int peerMappings;
    private int nextPeerEntry;

    /** The receive buffer of the peer in use, and what is left of it. */
    private long address;

    private int key;
    private long left;
    private int nextEntry = 1;

    /** Callbacks that run when the device has sent registered memory, in the order of the requests. */
    private final Queue<Runnable> lent = new ArrayDeque<>();

    OutgoingBytes(StreamLink link) {
        this.link = link;
        size = link.sizes.sendBytes();
        table = link.sizes.receiveBytes();
    }

    void connected(StreamHello peer) {
        limit = peer.credits();
        address = peer.buffer();
        key = peer.bufferKey();
        left = Integer.toUnsignedLong(peer.bufferBytes());
        peerTable = peer.table();
        peerTableKey = peer.tableKey();
        peerTableEntries = peer.tableEntries();
        peerMappings = peer.mappings();
        nextPeerEntry = 1 % peerTableEntries;
    }

    /** Takes the new limit of a credit message. */
    void permit(int newLimit) {
        limit = newLimit & CREDITS;
    }

    /** Frees the bytes of the ring that a request has sent. */
    void sent(int bytes) {
        used -= bytes;
    }

    /** Gives back the registered memory of the oldest request; returns false if there is none. */
    boolean giveBack() {
        Runnable sent = lent.poll();
        if (sent != null) {
            sent.run();
        }
        return sent != null;
    }

    /** Returns the number of bytes that can be written now in one part; 0 if the peer or the device must act first. */
    int room() {
        return Math.min(size - used, peerRoom(0));
    }

    /** Returns the number of bytes that the peer has room for in one part, after some more messages. */
    private int peerRoom(int messages) {
        if (sent == limit || !link.hasRoom(1 + messages + RESERVED)) {
            return 0;
        }
        if (left == 0) {
            nextBuffer();
        }
        return (int) Math.min(MAX_WRITE, left);
    }

    /** Returns whether a write makes progress now. */
    boolean isWritable() {
        return room() > 0 && (size - used >= CRUMBS || used == 0);
    }

    private void nextBuffer() {
        int at = table + nextEntry * StreamLink.ENTRY_BYTES;
        int length = link.in.getInt(at + 12);
        if (length != 0) {
            address = link.in.getLong(at);
            key = link.in.getInt(at + 8);
            left = Integer.toUnsignedLong(length);
            link.in.putInt(at + 12, 0);
            nextEntry = (nextEntry + 1) % StreamLink.ENTRIES;
        }
    }

    /** Copies bytes to the ring and sends them, as many as there is room for; returns their number. */
    int write(ByteBuffer from) {
        int total = 0;
        while (from.hasRemaining()) {
            int length = Math.min(room(), from.remaining());
            if (length == 0 || isCrumb(length, from.remaining())) {
                break;
            }
            int at = append(from, length);
            link.data(at, length, address, key, length);
            posted(length);
            total += length;
        }
        return total;
    }

    /** Copies bytes of several buffers to the ring and sends them, with as few messages as possible; returns their number. */
    int write(ByteBuffer[] from, int offset, int count) {
        long rest = 0;
        for (int i = offset; i < offset + count; i++) {
            rest += from[i].remaining();
        }
        int total = 0;
        int next = offset;
        while (rest > 0) {
            int length = (int) Math.min(room(), rest);
            if (length == 0 || isCrumb(length, rest)) {
                break;
            }
            int at = end;
            for (int missing = length; missing > 0; ) {
                int part = Math.min(missing, from[next].remaining());
                append(from[next], part);
                missing -= part;
                next += from[next].hasRemaining() ? 0 : 1;
            }
            link.data(at, length, address, key, length);
            posted(length);
            rest -= length;
            total += length;
        }
        return total;
    }

    /**
     * Sends registered memory of the caller without a copy, and returns how many of its bytes were posted. The requests are posted
     * together, and the last one has a completion. One message announces the bytes of several requests to the peer: it follows the last
     * request, or the one that fills a receive buffer of the peer, which can read that buffer while the next one is filled.
     *
     * @param sent is run when the device has sent what was posted
     */
    int write(GatherList memory, Runnable sent) {
        memory.rewind();
        int total = 0;
        int unannounced = 0;
        int length = memory.next(peerRoom(0), GatherList.MAX_SEGMENTS);
        for (int requests = 1; length > 0; requests++) {
            long to = address;
            int toKey = key;
            if (unannounced == 0) {
                takeCredit();
            }
            advance(length);
            total += length;
            unannounced += length;
            boolean fills = left == 0;
            int room = requests < MAX_REQUESTS ? peerRoom(1) : 0;
            boolean last = room == 0 || total == memory.bytes();
            if (last || fills) {
                link.data(memory, length, to, toKey, unannounced, last);
                unannounced = 0;
            } else {
                link.silent(memory, length, to, toKey);
            }
            length = last ? 0 : memory.next(room, GatherList.MAX_SEGMENTS);
        }
        if (total > 0) {
            link.flush();
            lent.add(sent);
        }
        return total;
    }

    private void posted(int length) {
        link.flush();
        takeCredit();
        advance(length);
    }

    private void takeCredit() {
        sent = sent + 1 & CREDITS;
    }

    private void advance(int length) {
        address += length;
        left -= length;
    }

    private boolean isCrumb(int length, long wanted) {
        return length < wanted && size - used < CRUMBS && used > 0;
    }

    private int append(ByteBuffer from, int length) {
        int at = end;
        int first = Math.min(length, size - at);
        link.out.put(at, from, from.position(), first);
        link.out.put(0, from, from.position() + first, length - first);
        from.position(from.position() + length);
        end = (at + length) % size;
        used += length;
        return at;
    }

    /** Writes bytes into memory that the peer has mapped; returns their number, which may be 0, or -1 if nothing is mapped. */
    int writeTo(ByteBuffer from, long offset) {
        int first = table + StreamLink.ENTRIES * StreamLink.ENTRY_BYTES;
        for (int i = 0; i < link.sizes.mappings(); i++) {
            int at = first + i * StreamLink.MAPPING_BYTES;
            long start = link.in.getLong(at);
            long length = Integer.toUnsignedLong(link.in.getInt(at + 20));
            if (length > 0 && offset >= start && offset - start < length) {
                long inside = offset - start;
                int count = (int) Math.min(
                        Math.min(from.remaining(), length - inside),
                        link.hasRoom(1 + RESERVED) ? Math.min(size - used, MAX_WRITE) : 0);
                if (count > 0) {
                    link.silent(append(from, count), count, link.in.getLong(at + 8) + inside, link.in.getInt(at + 16));
                    link.flush();
                }
                return count;
            }
        }
        return -1;
    }

    int peerMappings() {
        return peerMappings;
    }

    /** Announces a numbered mapping to the peer; returns false if there is no credit or no room now. */
    boolean map(int number, long offset, long memory, int memoryKey, int length) {
        if (sent == limit || !link.hasRoom(1 + RESERVED)) {
            return false;
        }
        int at = link.entry();
        link.outInPeerOrder()
                .putLong(at, offset)
                .putLong(at + 8, memory)
                .putInt(at + 16, memoryKey)
                .putInt(at + 20, length);
        long target =
                peerTable + (long) peerTableEntries * StreamLink.ENTRY_BYTES + (long) number * StreamLink.MAPPING_BYTES;
        link.entry(
                StreamLink.DATA, true, at, StreamLink.MAPPING_BYTES, target, peerTableKey, StreamLink.MAPPING | number);
        link.flush();
        takeCredit();
        return true;
    }

    /** Announces a receive buffer of this side together with the credits. */
    void announce(long memory, int memoryKey, int length, int message, boolean completes) {
        int at = link.entry();
        link.outInPeerOrder().putLong(at, memory).putInt(at + 8, memoryKey).putInt(at + 12, length);
        link.entry(
                StreamLink.CONTROL,
                completes,
                at,
                StreamLink.ENTRY_BYTES,
                peerTable + (long) nextPeerEntry * StreamLink.ENTRY_BYTES,
                peerTableKey,
                message);
        nextPeerEntry = (nextPeerEntry + 1) % peerTableEntries;
    }
}
