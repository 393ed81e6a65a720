package io.verbena.verbs;

import io.verbena.error.Ranges;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.EfaProcessingHint;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.SendFlag;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A batch of send requests. A method that is named after an operation starts a request; the other methods add to the last one. A
 * request generates a completion unless it is {@link #unsignaled}. Posting clears the batch; if posting fails, the batch is
 * unchanged. Use a batch by one thread at a time. Its methods do not allocate.
 *
 * <pre>{@code
 * requests.write(1, remoteAddress, remoteKey).segment(region, 0, 4096).unsignaled();
 * requests.send(2).segment(region, 4096, 64);
 * queuePair.post(requests);
 * }</pre>
 */
public final class SendRequests {
    /** Maximum number of objects that a request uses: a window and its region. */
    private static final int MAX_USED = 2;

    /** The size of the fields that every request writes: ID, number of segments, operation, flags and immediate data. */
    private static final int BASIC_SIZE = SendRecord.IMMEDIATE + Integer.BYTES;

    private static final int MAX_SEGMENT_SIZE = 0xffff;
    private static final int MAX_STREAM = 0xffff;

    /** Stands for processing hints beside the codes of operations. */
    static final long HINTS = 1L << Integer.SIZE;

    /** Values of {@link SendRecord#TARGET_KIND}. */
    private static final int TARGET = 1;

    private static final int TARGET_WITH_STREAM = 2;

    private static final boolean SWAP = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    final WorkRequests requests;
    private final ByteBuffer bytes;
    private final int maxInline;
    private final int maxHeaders;

    /** The objects whose addresses C follows, so that they must not be destroyed during a post. */
    private final @Nullable VerbsObject[] used;

    private int usedCount;

    /** The codes of the operations that require extended functions, and {@link #HINTS}. */
    private long extendedOperations;

    SendRequests(DataPath data, int capacity, int maxSegments, int maxInline, int maxHeaders) {
        requests = new WorkRequests(
                data,
                capacity,
                BASIC_SIZE,
                SendRecord.SEGMENTS,
                SendRecord.SEGMENT_COUNT,
                Math.max(1, maxSegments),
                Math.addExact(maxInline, maxHeaders));
        bytes = requests.bytes;
        used = new @Nullable VerbsObject[capacity * MAX_USED];
        this.maxInline = maxInline;
        this.maxHeaders = maxHeaders;
    }

    /** Sends a message, which consumes a receive of the peer. The completion reports the ID. */
    public SendRequests send(long id) {
        return begin(id, WorkRequestOpcode.SEND);
    }

    /** Sends a message with immediate data. */
    public SendRequests sendImmediate(long id, int immediate) {
        return begin(id, WorkRequestOpcode.SEND_WITH_IMMEDIATE).immediate(immediate);
    }

    /** Sends a message that invalidates a key of the peer. */
    public SendRequests sendInvalidate(long id, int remoteKey) {
        return begin(id, WorkRequestOpcode.SEND_WITH_INVALIDATE).put(SendRecord.IMMEDIATE, remoteKey);
    }

    /** Writes to the memory of the peer. */
    public SendRequests write(long id, long remoteAddress, int remoteKey) {
        return begin(id, WorkRequestOpcode.RDMA_WRITE).remote(remoteAddress, remoteKey);
    }

    /** Writes to the memory of the peer and consumes a receive of the peer, which reports immediate data. */
    public SendRequests writeImmediate(long id, long remoteAddress, int remoteKey, int immediate) {
        return begin(id, WorkRequestOpcode.RDMA_WRITE_WITH_IMMEDIATE)
                .remote(remoteAddress, remoteKey)
                .immediate(immediate);
    }

    /** Reads the memory of the peer into the scatter/gather entries. */
    public SendRequests read(long id, long remoteAddress, int remoteKey) {
        return begin(id, WorkRequestOpcode.RDMA_READ).remote(remoteAddress, remoteKey);
    }

    /**
     * Replaces 8 bytes of the peer if they have the expected value. The scatter/gather entry receives the previous value, 8 bytes
     * in the byte order of the machine.
     */
    public SendRequests compareAndSwap(long id, long remoteAddress, int remoteKey, long expected, long swap) {
        return begin(id, WorkRequestOpcode.COMPARE_AND_SWAP)
                .atomic(remoteAddress, remoteKey, expected)
                .put(SendRecord.ATOMIC_SWAP, swap);
    }

    /** Adds to 8 bytes of the peer. The scatter/gather entry receives the previous value. */
    public SendRequests fetchAndAdd(long id, long remoteAddress, int remoteKey, long add) {
        return begin(id, WorkRequestOpcode.FETCH_AND_ADD).atomic(remoteAddress, remoteKey, add);
    }

    /**
     * Writes 8 bytes of the peer atomically, in the byte order of the machine. The request has no scatter/gather entries and
     * requires a queue pair that was created for {@link SendOperation#ATOMIC_WRITE}.
     *
     * @param remoteAddress the address at the peer, a multiple of 8
     */
    public SendRequests atomicWrite(long id, long remoteAddress, int remoteKey, long value) {
        extendedOperations |= SendOperation.ATOMIC_WRITE.code();
        return begin(id, WorkRequestOpcode.ATOMIC_WRITE)
                .atomic(remoteAddress, remoteKey, 0)
                .put(SendRecord.ATOMIC_VALUE, value);
    }

    /**
     * Flushes memory of the peer: the request completes when earlier writes to the memory have reached the placement. It has no
     * scatter/gather entries and requires a queue pair that was created for {@link SendOperation#FLUSH}.
     */
    public SendRequests flush(long id, long remoteAddress, int remoteKey, long length, Set<FlushPlacement> placement) {
        return beginFlush(id, remoteKey, placement)
                .put(SendRecord.REMOTE_ADDRESS, remoteAddress)
                .put(SendRecord.FLUSH_LENGTH, length);
    }

    /** Flushes a whole region of the peer; see {@link #flush}. */
    public SendRequests flushRegion(long id, int remoteKey, Set<FlushPlacement> placement) {
        beginFlush(id, remoteKey, placement);
        bytes.put(requests.written(SendRecord.FLUSH_REGION), (byte) 1);
        return this;
    }

    private SendRequests beginFlush(long id, int remoteKey, Set<FlushPlacement> placement) {
        extendedOperations |= SendOperation.FLUSH.code();
        begin(id, WorkRequestOpcode.FLUSH).put(SendRecord.REMOTE_KEY, remoteKey);
        bytes.put(requests.written(SendRecord.FLUSH_PLACEMENT), (byte) WireEnum.bitsOf(placement));
        return this;
    }

    /**
     * Sends data that the device divides into packets (TCP segmentation offload). The device puts the headers before each packet
     * and adapts their lengths, sequence numbers and checksums. Requires a queue pair of type RAW_PACKET or UD that was created
     * with {@code QueuePairBuilder.segmentation}.
     *
     * @param headers the Ethernet, IP and TCP headers, from the position of a buffer to its limit; they are copied
     * @param segmentSize the maximum data of a packet in bytes, 1 to 65535
     * @throws IllegalArgumentException if there are no headers, or they are longer than the queue pair permits
     */
    public SendRequests sendSegmented(long id, ByteBuffer headers, int segmentSize) {
        int length = headers.remaining();
        if (length == 0 || length > maxHeaders) {
            throw new IllegalArgumentException(length + " bytes of headers, where the queue pair takes "
                    + (maxHeaders == 0 ? "none" : "1 to " + maxHeaders)
                    + "; say how many there may be with segmentation() of its builder");
        }
        if (segmentSize < 1 || segmentSize > MAX_SEGMENT_SIZE) {
            throw new IllegalArgumentException(
                    "packets of " + segmentSize + " bytes of data; they have from 1 to " + MAX_SEGMENT_SIZE);
        }
        begin(id, WorkRequestOpcode.TSO);
        int room = requests.extra() + maxInline;
        bytes.put(room, headers, headers.position(), length);
        bytes.putShort(requests.written(SendRecord.TSO_HEADER_LENGTH), (short) length)
                .putShort(requests.written(SendRecord.TSO_SEGMENT_SIZE), (short) segmentSize);
        return put(SendRecord.TSO_HEADER, requests.memory.address() + room);
    }

    /** Invalidates a local key, such as that of a window of type 2. */
    public SendRequests invalidate(long id, int key) {
        return begin(id, WorkRequestOpcode.LOCAL_INVALIDATE).put(SendRecord.IMMEDIATE, key);
    }

    /**
     * Binds a window of type 2 to a part of a region.
     *
     * @param key the new key: that of the window, with any lowest byte
     * @throws IndexOutOfBoundsException if the part is not within the region
     */
    public SendRequests bind(
            long id,
            MemoryWindow window,
            int key,
            MemoryRegion region,
            long offset,
            long length,
            Set<AccessFlag> access) {
        long address = region.address(offset, length);
        begin(id, WorkRequestOpcode.BIND_WINDOW)
                .put(SendRecord.WINDOW, window.handle())
                .put(SendRecord.WINDOW_KEY, key)
                .put(SendRecord.WINDOW_REGION, region.handle())
                .put(SendRecord.WINDOW_ADDRESS, address)
                .put(SendRecord.WINDOW_LENGTH, length)
                .put(SendRecord.WINDOW_ACCESS, (int) WireEnum.bitsOf(access))
                .use(window)
                .use(region);
        window.boundTo(region);
        return this;
    }

    /** Adds a whole region of less than 2 GiB to the data. */
    public SendRequests segment(MemoryRegion region) {
        return segment(region, 0, Math.toIntExact(region.length()));
    }

    /**
     * Adds a part of a region to the data.
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws IllegalStateException if the request has the maximum number of scatter/gather entries
     * @throws ClosedObjectException if the region is closed
     */
    public SendRequests segment(MemoryRegion region, long offset, int length) {
        requireNotInline();
        requests.segment(region.address(offset, length), length, region.localKey());
        return this;
    }

    /** Adds memory by its address, which only the device checks. */
    public SendRequests segment(long address, int length, int localKey) {
        requireNotInline();
        requests.segment(address, length, localKey);
        return this;
    }

    /**
     * Copies data into the request, from the position of a buffer to its limit. The buffer need not be registered.
     *
     * @throws IllegalArgumentException if the data exceed the inline capacity of the queue pair
     * @throws IllegalStateException if the request has scatter/gather entries
     */
    public SendRequests inline(ByteBuffer data) {
        int length = data.remaining();
        if (length > maxInline) {
            throw new IllegalArgumentException(length + " bytes are more than the " + maxInline
                    + " that the queue pair takes inline; ask for more when it is created, or use a segment");
        }
        int room = requests.extra();
        if (requests.segments() > 0) {
            throw new IllegalStateException("the request has data already; inline data are all that a request has");
        }
        bytes.put(room, data, data.position(), length);
        requests.segment(requests.memory.address() + room, length, 0);
        return flag(SendFlag.INLINE);
    }

    /**
     * Sets the destination of a request of a queue pair without a connection: address handle, queue pair number and Q_Key. UD queue
     * pairs send; SRD queue pairs ({@code io.verbena.efa}) also write and read.
     */
    public SendRequests to(AddressHandle address, int queuePair, int queueKey) {
        if (isOneSided(requests.last())) {
            return put(SendRecord.ONE_SIDED_ADDRESS_HANDLE, address.handle())
                    .put(SendRecord.ONE_SIDED_QUEUE_PAIR, queuePair)
                    .put(SendRecord.ONE_SIDED_QUEUE_KEY, queueKey)
                    .use(address);
        }
        return put(SendRecord.ADDRESS_HANDLE, address.handle())
                .put(SendRecord.REMOTE_QUEUE_PAIR, queuePair)
                .put(SendRecord.REMOTE_QUEUE_KEY, queueKey)
                .use(address);
    }

    /**
     * Sets the target of a request of an initiator of dynamic connections ({@code io.verbena.mlx5}).
     *
     * @param address the address of the host of the target
     * @param number the number of the target, 24 bits
     * @param accessKey the access key that the target was created with
     */
    public SendRequests toTarget(AddressHandle address, int number, long accessKey) {
        return target(address, number, accessKey, 0, TARGET);
    }

    /**
     * Sets the target of a request of an initiator that has streams.
     *
     * @param stream the stream, 0 to 65535, which is independent of the others
     */
    public SendRequests toTarget(AddressHandle address, int number, long accessKey, int stream) {
        return target(address, number, accessKey, Ranges.check("stream", stream, 0, MAX_STREAM), TARGET_WITH_STREAM);
    }

    private SendRequests target(AddressHandle address, int number, long accessKey, int stream, int kind) {
        return put(SendRecord.TARGET_ADDRESS_HANDLE, address.handle())
                .put(SendRecord.TARGET_NUMBER, number)
                .put(SendRecord.TARGET_STREAM, stream)
                .put(SendRecord.TARGET_ACCESS_KEY, accessKey)
                .put(SendRecord.TARGET_KIND, kind)
                .use(address);
    }

    /**
     * Sets the destination of a message on an extended reliable connection: the number of a shared receive queue of the peer, see
     * {@code SharedReceiveQueue.number}.
     */
    public SendRequests toSharedReceiveQueue(int number) {
        return put(SendRecord.REMOTE_SHARED_RECEIVE_QUEUE, number);
    }

    /** Suppresses the completion of the request unless it fails. Signal a request from time to time to free the send queue. */
    public SendRequests unsignaled() {
        int at = requests.last() + SendRecord.FLAGS;
        bytes.putInt(at, bytes.getInt(at) & ~SendFlag.SIGNALED.code());
        return this;
    }

    /** Delays the request until earlier reads and atomics have completed. */
    public SendRequests fence() {
        return flag(SendFlag.FENCE);
    }

    /** Makes the completion at the peer a solicited event. */
    public SendRequests solicited() {
        return flag(SendFlag.SOLICITED);
    }

    /**
     * Sets hints for the processing of a request of an SRD queue pair that was created for them ({@code io.verbena.efa};
     * efadv_wr_set_processing_hints(3), rdma-core 64). They have reached the hollow device only, never an EFA device.
     */
    public SendRequests processingHints(Set<EfaProcessingHint> hints) {
        extendedOperations |= HINTS;
        return put(SendRecord.PROCESSING_HINTS, (int) WireEnum.bitsOf(hints));
    }

    /** Makes the device fill in the checksums of IP and of TCP or UDP, for datagrams and raw packets, if it supports this. */
    public SendRequests ipChecksum() {
        return flag(SendFlag.IP_CHECKSUM);
    }

    /** Returns the number of requests. */
    public int size() {
        return requests.count;
    }

    /** Removes all requests. */
    public void clear() {
        requests.clear();
        if (usedCount > 0) {
            Arrays.fill(used, 0, usedCount, null);
            usedCount = 0;
        }
        extendedOperations = 0;
    }

    private SendRequests begin(long id, WorkRequestOpcode opcode) {
        int at = requests.add();
        bytes.putLong(at + SendRecord.ID, id)
                .putInt(at + SendRecord.SEGMENT_COUNT, 0)
                .putInt(at + SendRecord.OPCODE, opcode.code())
                .putInt(at + SendRecord.FLAGS, SendFlag.SIGNALED.code())
                .putInt(at + SendRecord.IMMEDIATE, 0);
        return this;
    }

    private SendRequests remote(long address, int key) {
        return put(SendRecord.REMOTE_ADDRESS, address).put(SendRecord.REMOTE_KEY, key);
    }

    private SendRequests atomic(long address, int key, long operand) {
        return put(SendRecord.REMOTE_ADDRESS, address)
                .put(SendRecord.ATOMIC_OPERAND, operand)
                .put(SendRecord.ATOMIC_KEY, key);
    }

    private SendRequests immediate(int value) {
        return put(SendRecord.IMMEDIATE, SWAP ? Integer.reverseBytes(value) : value);
    }

    private SendRequests flag(SendFlag flag) {
        int at = requests.last() + SendRecord.FLAGS;
        bytes.putInt(at, bytes.getInt(at) | flag.code());
        return this;
    }

    private SendRequests put(int field, int value) {
        bytes.putInt(requests.written(field), value);
        return this;
    }

    private SendRequests put(int field, long value) {
        bytes.putLong(requests.written(field), value);
        return this;
    }

    private void requireNotInline() {
        if ((bytes.getInt(requests.last() + SendRecord.FLAGS) & SendFlag.INLINE.code()) != 0) {
            throw new IllegalStateException("the request has inline data, which are all that a request has");
        }
    }

    /** Adds an object whose address C follows when the request is posted, so that it must not be destroyed meanwhile. */
    private SendRequests use(VerbsObject object) {
        if (usedCount == used.length) {
            throw new IllegalStateException("a datagram has one destination; call to() once");
        }
        used[usedCount++] = object;
        return this;
    }

    /** Counts a call on each object that the requests use besides their queue pair; {@link #release} must follow. */
    void hold(VerbsObject queue) {
        if (usedCount == 0) {
            return;
        }
        int held = 0;
        try {
            while (held < usedCount) {
                queue.requireSameDevice(used(held));
                used(held).enter();
                held++;
            }
        } finally {
            if (held < usedCount) {
                release(held);
            }
        }
    }

    void release() {
        release(usedCount);
    }

    private void release(int held) {
        for (int i = 0; i < held; i++) {
            used(i).exit();
        }
    }

    private VerbsObject used(int index) {
        VerbsObject object = used[index];
        if (object == null) {
            throw new IllegalStateException("the batch is used by two threads");
        }
        return object;
    }

    /**
     * Checks that every request is a datagram with an address handle, which C follows without a check.
     *
     * @throws IllegalStateException if a request is not
     */
    void requireDatagrams() {
        for (int i = 0; i < requests.count; i++) {
            int at = i * requests.stride;
            int opcode = bytes.getInt(at + SendRecord.OPCODE);
            boolean sends = opcode == WorkRequestOpcode.SEND.code()
                    || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE.code()
                    || opcode == WorkRequestOpcode.TSO.code();
            if (!sends || bytes.getLong(at + SendRecord.ADDRESS_HANDLE) == 0) {
                throw new IllegalStateException("request " + i + " of the batch is "
                        + (sends ? "without a destination; call to()" : "not a send, the only operation of datagrams"));
            }
        }
    }

    /**
     * Checks that every request has an address handle, which C follows without a check.
     *
     * @throws IllegalStateException if a request has none
     */
    void requireDestinations() {
        for (int i = 0; i < requests.count; i++) {
            int at = i * requests.stride;
            int field = isOneSided(at) ? SendRecord.ONE_SIDED_ADDRESS_HANDLE : SendRecord.ADDRESS_HANDLE;
            if (bytes.getLong(at + field) == 0) {
                throw new IllegalStateException("request " + i + " of the batch is without a destination; call to()");
            }
        }
    }

    /**
     * Checks that every request has a target, whose address handle C follows without a check.
     *
     * @throws IllegalStateException if a request has none
     */
    void requireTargets() {
        for (int i = 0; i < requests.count; i++) {
            int at = i * requests.stride;
            int opcode = bytes.getInt(at + SendRecord.OPCODE);
            boolean hasRoom = opcode != WorkRequestOpcode.BIND_WINDOW.code() && opcode != WorkRequestOpcode.TSO.code();
            int kind = bytes.getInt(at + SendRecord.TARGET_KIND);
            if (!hasRoom || (kind != TARGET && kind != TARGET_WITH_STREAM)) {
                throw new IllegalStateException("request " + i + " of the batch is "
                        + (hasRoom ? "without a target; call toTarget()" : "not one that a target can receive"));
            }
        }
    }

    private boolean isOneSided(int at) {
        int opcode = bytes.getInt(at + SendRecord.OPCODE);
        return opcode == WorkRequestOpcode.RDMA_WRITE.code()
                || opcode == WorkRequestOpcode.RDMA_WRITE_WITH_IMMEDIATE.code()
                || opcode == WorkRequestOpcode.RDMA_READ.code();
    }

    /**
     * Checks that the queue pair was created for the extended operations of the batch, since C would call missing functions, and for
     * its hints, which C would ignore.
     *
     * @throws IllegalStateException if it was not
     */
    void requireOperations(long created) {
        long missing = extendedOperations & ~created;
        if ((missing & HINTS) != 0) {
            throw new IllegalStateException(
                    "the queue pair was not created for processing hints; call processingHints() of its builder");
        }
        if (missing != 0) {
            throw new IllegalStateException("the queue pair was not created for "
                    + WireEnum.setOf(SendOperation.class, missing) + "; name it in extended() of its builder");
        }
    }
}
