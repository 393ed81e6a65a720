package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The queue pair of a stream, its registered memory, and the messages of 32 bits: immediate data of RDMA writes on InfiniBand and
 * RoCE, sends of 4 bytes on iWARP. Use it by one thread at a time.
 *
 * <p>The memory that the peer writes to is the receive ring, the target table, and on iWARP a place for each message.
 */
final class StreamLink {
    /** The classes of messages, in their upper 3 bits, that are not about data or the end of the stream. */
    static final int CREDITS = 4 << 29;

    static final int MAPPING = 6 << 29;

    /** Receives beyond the credits, for control messages: iWARP does not retry a send that finds no receive. */
    static final int SPARE_RECEIVES = 8;

    /** Bytes of a receive buffer in the target table. */
    static final int ENTRY_BYTES = 16;

    /** Bytes of a mapping in the target table. */
    static final int MAPPING_BYTES = 24;

    /** The number of receive buffers in the target table: the halves of the ring. */
    static final int ENTRIES = 2;

    /**
     * Length from which soft iWARP sends an unsignaled write from the memory of the application, and repeats it from there after the
     * next request has completed. It copies a signaled write.
     */
    private static final int MIN_LENT_BYTES = 4096;

    private static final int SLOT_BYTES = 32;
    private static final int MESSAGE_BYTES = 4;
    private static final int BATCH = 16;
    private static final int POLLED = 32;

    /** The fields of the ID of a send: its class, the places in the send queue, and the bytes of the send ring. */
    private static final int CLASS_SHIFT = 48;

    private static final int PLACES_SHIFT = 40;
    private static final long RECEIVE = 3;

    /** Maximum number of places whose sends have no completion yet; with the places of one more send it fits into an ID. */
    private static final int MAX_UNSIGNALED_PLACES = 64;

    /** The part of the send ring that sends without a completion may use. */
    private static final int UNSIGNALED_PART = 4;

    static final long DATA = 0;
    static final long CONTROL = 1;
    static final long LAST = 2;
    static final long REGISTERED = 4;
    static final long PROBE = 5;

    final StreamSizes sizes;
    final boolean iwarp;
    final CompletionQueue queue;
    final QueuePair pair;
    final CompletionBatch completions;

    /** The send ring, followed by a slot for the content of each request. */
    final ByteBuffer out;

    /** The receive ring, followed by the target table. */
    final ByteBuffer in;

    /** A view of {@link #out} for inline data. */
    private final ByteBuffer inlined;

    private final MemoryRegion outRegion;
    private final MemoryRegion inRegion;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final int places;
    private final int messagesAt;
    private int slot;

    /** Whether the device still takes receives. */
    private boolean receiving = true;

    /** Places of the send queue that are in use. */
    private int used;

    /** The part of {@link #used}, and the bytes of the send ring, that the next request with a completion frees as well. */
    private int unsignaledPlaces;

    private int unsignaledBytes;
    private final int maxUnsignaledPlaces;

    private ByteOrder peerOrder = ByteOrder.LITTLE_ENDIAN;

    StreamLink(StreamDevice device, StreamEvents events, StreamSizes sizes) {
        this.sizes = sizes;
        this.iwarp = device.isIwarp();
        // Two places per message on iWARP, so that as many messages fit.
        places = sizes.sends() * (iwarp ? 2 : 1);
        maxUnsignaledPlaces = Math.min(places / 4, MAX_UNSIGNALED_PLACES);
        int posted = sizes.receives() + SPARE_RECEIVES;
        messagesAt = sizes.receiveBytes() + ENTRIES * ENTRY_BYTES + sizes.mappings() * MAPPING_BYTES;
        out = ByteBuffer.allocateDirect(sizes.sendBytes() + places * SLOT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        in = ByteBuffer.allocateDirect(messagesAt + posted * MESSAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        inlined = out.duplicate();
        ProtectionDomain domain = device.domain();
        queue = device.context().completionQueue(places + posted, events.channel(device), 0);
        @Nullable MemoryRegion sendMemory = null;
        @Nullable MemoryRegion receiveMemory = null;
        try {
            sendMemory = domain.register(out);
            receiveMemory = domain.register(in, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            pair = domain.queuePair(QueuePairType.RC)
                    .completions(queue)
                    .capacity(new QueuePairCapacity(places, posted, GatherList.MAX_SEGMENTS, 1, sizes.inlineBytes()))
                    .create();
        } catch (RuntimeException e) {
            ClosingFailures ignored = new ClosingFailures();
            ignored.close(receiveMemory);
            ignored.close(sendMemory);
            ignored.close(queue);
            throw e;
        }
        outRegion = sendMemory;
        inRegion = receiveMemory;
        sends = pair.sendRequests(BATCH);
        receives = pair.receiveRequests(POLLED);
        completions = queue.batch(POLLED);
    }

    StreamHello hello() {
        return new StreamHello(
                false,
                sizes.receives(),
                sizes.mappings(),
                inRegion.address() + sizes.receiveBytes(),
                inRegion.remoteKey(),
                ENTRIES,
                inRegion.address(),
                inRegion.remoteKey(),
                sizes.receiveBytes() / 2);
    }

    long ringAddress() {
        return inRegion.address();
    }

    int ringKey() {
        return inRegion.remoteKey();
    }

    void peerOrder(boolean bigEndian) {
        peerOrder = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** Posts all receives, before the connection is established. */
    void postReceives() {
        for (int i = 0; i < sizes.receives() + SPARE_RECEIVES; i++) {
            receive(i);
        }
        postReceived();
    }

    private void receive(int index) {
        if (receives.size() == POLLED) {
            postReceived();
        }
        if (!receiving) {
            return;
        }
        receives.receive(RECEIVE << CLASS_SHIFT | index);
        if (iwarp) {
            receives.segment(inRegion, messagesAt + (long) index * MESSAGE_BYTES, MESSAGE_BYTES);
        }
    }

    /** Posts the receives of handled messages again. */
    void postReceived() {
        if (!receiving) {
            return;
        }
        try {
            pair.post(receives);
        } catch (WorkRequestException e) {
            // If the connection has ended, the completions that are still in the queue say how. Otherwise it ends now.
            receiving = false;
            new ClosingFailures().attempt(pair::flush);
        }
    }

    static boolean isReceive(long id) {
        return kind(id) == RECEIVE;
    }

    static long kind(long id) {
        return id >>> CLASS_SHIFT;
    }

    /** Returns the bytes of the send ring that a send frees. */
    static int bytes(long id) {
        return (int) id;
    }

    /** Frees the places of a send that has completed. */
    void sent(long id) {
        used -= (int) (id >>> PLACES_SHIFT) & 0xff;
    }

    /** Returns the message of a receive on iWARP, and receives again. */
    int received(long id, int immediate) {
        int index = (int) id;
        int message = immediate;
        if (iwarp) {
            message = in.getInt(messagesAt + index * MESSAGE_BYTES);
            message = peerOrder == ByteOrder.LITTLE_ENDIAN ? message : Integer.reverseBytes(message);
        }
        receive(index);
        return message;
    }

    boolean isIdle() {
        return used == 0;
    }

    /** Returns whether a completion is due. Sends without one may be in flight. */
    boolean expectsCompletion() {
        return used > unsignaledPlaces;
    }

    /** Returns whether a number of messages fit into the send queue. */
    boolean hasRoom(int messages) {
        return used + messages * (iwarp ? 2 : 1) <= places;
    }

    /**
     * Sends bytes of the send ring, which wraps, and a message that tells of them. Most short sends have no completion, which
     * would wake the thread that waits for the response; a later completion frees what they use.
     */
    void data(int offset, int length, long address, int key, int message) {
        int freed = iwarp ? 2 : 1;
        boolean completes = unsignaledPlaces + freed > maxUnsignaledPlaces
                || unsignaledBytes + length > sizes.sendBytes() / UNSIGNALED_PART;
        long id = completes ? id(DATA, freed, length) : 0;
        withoutCompletion(completes, freed, data(id, address, key, message, offset, length));
        unsignaledBytes += completes ? 0 : length;
    }

    private SendRequests data(long id, long address, int key, int message, int offset, int length) {
        SendRequests write = write(begin(id, length, address, key, message), offset, length);
        return iwarp ? message(id, message) : write;
    }

    /**
     * Sends the {@linkplain GatherList#next next} bytes of registered memory of the caller, and a message that tells of them.
     *
     * @param last whether the completion tells that the device has sent the memory; it does so for the requests before as well
     */
    void data(GatherList memory, int length, long address, int key, int message, boolean last) {
        int freed = iwarp ? 2 : 1;
        boolean completes = last || unsignaledPlaces + freed > maxUnsignaledPlaces;
        long id = completes ? id(last ? REGISTERED : DATA, freed, 0) : 0;
        SendRequests write = memory.addTo(begin(id, length, address, key, message));
        withoutCompletion(completes, freed, iwarp ? message(id, message) : write);
    }

    private SendRequests begin(long id, int length, long address, int key, int message) {
        begin();
        if (!iwarp) {
            return sends.writeImmediate(id, address, key, message);
        }
        SendRequests write = sends.write(0, address, key);
        return length < MIN_LENT_BYTES ? write.unsignaled() : write;
    }

    /** Sends the next bytes of registered memory of the caller without a message, for which a later request is to follow. */
    void silent(GatherList memory, int length, long address, int key) {
        begin();
        unsignaledPlaces++;
        SendRequests write = memory.addTo(sends.write(0, address, key));
        if (!iwarp || length < MIN_LENT_BYTES) {
            write.unsignaled();
        }
    }

    /** Writes bytes of the send ring without a message. */
    void silent(int offset, int length, long address, int key) {
        begin();
        write(sends.write(id(DATA, 1, length), address, key), offset, length);
    }

    /**
     * Asks whether the device of the peer responds, whose program takes no part. On InfiniBand and RoCE, it acknowledges a write of
     * no bytes. On iWARP, a write has completed when it has left, and only a read is answered: one of no bytes needs no key (RFC 5040
     * 5.2), but soft iWARP takes none without a segment.
     */
    void probe() {
        begin();
        if (iwarp) {
            sends.read(id(PROBE, 1, 0), 0, 0).segment(inRegion, 0, 0);
        } else {
            sends.write(id(PROBE, 1, 0), 0, 0);
        }
    }

    private SendRequests write(SendRequests request, int offset, int length) {
        int first = Math.min(length, sizes.sendBytes() - offset);
        if (first == length && length <= sizes.inlineBytes()) {
            return request.inline(inlined.limit(offset + length).position(offset));
        }
        request.segment(outRegion, offset, first);
        return first == length ? request : request.segment(outRegion, 0, length - first);
    }

    /** Sends a message that tells of nothing in memory, and has a completion. */
    void control(long kind, int message) {
        messageAlone(id(kind, 1, 0), message);
    }

    private SendRequests messageAlone(long id, int message) {
        if (iwarp) {
            return message(id, message);
        }
        begin();
        return sends.writeImmediate(id, 0, 0, message);
    }

    /** Sends a message of credits, with or without a completion. */
    void credits(boolean completes, int message) {
        long id = completes ? id(CONTROL, 1, 0) : 0;
        withoutCompletion(completes, 1, messageAlone(id, message));
    }

    private void withoutCompletion(boolean completes, int places, SendRequests request) {
        if (!completes) {
            request.unsignaled();
            unsignaledPlaces += places;
        }
    }

    /** Returns the offset in {@link #out} of memory for an entry of the peer's target table. */
    int entry() {
        slot = (slot + 1) % places;
        return sizes.sendBytes() + slot * SLOT_BYTES;
    }

    /** Orders a value for the target table of the peer. */
    ByteBuffer outInPeerOrder() {
        return out.order(peerOrder);
    }

    /** Writes an entry into the peer's target table, and sends a message that tells of it, with or without a completion. */
    void entry(long kind, boolean completes, int at, int length, long address, int key, int message) {
        begin();
        if (iwarp) {
            sends.write(0, address, key).segment(outRegion, at, length).unsignaled();
            long id = completes ? id(kind, 2, 0) : 0;
            withoutCompletion(completes, 2, message(id, message));
        } else {
            long id = completes ? id(kind, 1, 0) : 0;
            withoutCompletion(
                    completes,
                    1,
                    sends.writeImmediate(id, address, key, message).segment(outRegion, at, length));
        }
    }

    private SendRequests message(long id, int message) {
        begin();
        int at = entry();
        out.order(ByteOrder.LITTLE_ENDIAN).putInt(at, message);
        sends.send(id);
        return MESSAGE_BYTES <= sizes.inlineBytes()
                ? sends.inline(inlined.limit(at + MESSAGE_BYTES).position(at))
                : sends.segment(outRegion, at, MESSAGE_BYTES);
    }

    /** Returns the ID of a send whose completion frees places and bytes, and those of the sends before it that have none. */
    private long id(long kind, int freed, int bytes) {
        long id = kind << CLASS_SHIFT | (long) (freed + unsignaledPlaces) << PLACES_SHIFT | (bytes + unsignaledBytes);
        unsignaledPlaces = 0;
        unsignaledBytes = 0;
        return id;
    }

    /** Takes a place of the send queue. */
    private void begin() {
        if (sends.size() == BATCH) {
            flush();
        }
        used++;
    }

    void flush() {
        if (sends.size() > 0) {
            pair.post(sends);
        }
    }

    void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.close(pair);
        failures.close(queue);
        failures.close(inRegion);
        failures.close(outRegion);
        failures.rethrow();
    }
}
