package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.SendFlag;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * A batch of send requests. A method named after an operation begins a request; the others say more of the one that was
 * begun last. A request is completed unless it is {@link #unsignaled}. Posting empties the batch; where it fails the batch
 * stays as it is. For one thread at a time; allocates nothing.
 *
 * <pre>{@code
 * requests.write(1, remoteAddress, remoteKey).segment(region, 0, 4096).unsignaled();
 * requests.send(2).segment(region, 4096, 64);
 * queuePair.post(requests);
 * }</pre>
 */
public final class SendRequests {
    private static final int MAX_SEGMENT_SIZE = 0xffff;
    private static final boolean SWAP = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final WorkRequests requests;
    private final ByteBuffer bytes;
    private final int maxInline;
    private final int maxHeaders;
    private final UsedObjects used;

    /** The codes of operations that only the extended functions have. */
    private int extendedOperations;

    SendRequests(DataPath data, int capacity, int maxSegments, int maxInline, int maxHeaders) {
        requests = new WorkRequests(
                data,
                capacity,
                SendRecord.SEGMENTS,
                SendRecord.SEGMENT_COUNT,
                Math.max(1, maxSegments),
                Math.addExact(maxInline, maxHeaders));
        bytes = requests.bytes();
        used = new UsedObjects(capacity);
        this.maxInline = maxInline;
        this.maxHeaders = maxHeaders;
    }

    WorkRequests requests() {
        return requests;
    }

    /** Sends into a receive of the other side. The ID is what the completion tells, here and below. */
    public SendRequests send(long id) {
        return begin(id, WorkRequestOpcode.SEND);
    }

    /** Sends, and tells 4 bytes. */
    public SendRequests sendImmediate(long id, int immediate) {
        return begin(id, WorkRequestOpcode.SEND_WITH_IMMEDIATE).immediate(immediate);
    }

    /** Sends, and makes a key of the other side invalid. */
    public SendRequests sendInvalidate(long id, int remoteKey) {
        return begin(id, WorkRequestOpcode.SEND_WITH_INVALIDATE).put(SendRecord.IMMEDIATE, remoteKey);
    }

    /** Writes to the memory of the other side. */
    public SendRequests write(long id, long remoteAddress, int remoteKey) {
        return begin(id, WorkRequestOpcode.RDMA_WRITE).remote(remoteAddress, remoteKey);
    }

    /** Writes, and takes a receive there that tells 4 bytes. */
    public SendRequests writeImmediate(long id, long remoteAddress, int remoteKey, int immediate) {
        return begin(id, WorkRequestOpcode.RDMA_WRITE_WITH_IMMEDIATE)
                .remote(remoteAddress, remoteKey)
                .immediate(immediate);
    }

    /** Reads the memory of the other side into the segments. */
    public SendRequests read(long id, long remoteAddress, int remoteKey) {
        return begin(id, WorkRequestOpcode.RDMA_READ).remote(remoteAddress, remoteKey);
    }

    /**
     * Swaps 8 bytes of the other side if they are what is expected. What they were goes into the segment, 8 bytes in the
     * byte order of the machine.
     */
    public SendRequests compareAndSwap(long id, long remoteAddress, int remoteKey, long expected, long swap) {
        return begin(id, WorkRequestOpcode.COMPARE_AND_SWAP)
                .atomic(remoteAddress, remoteKey, expected)
                .put(SendRecord.ATOMIC_SWAP, swap);
    }

    /** Adds to 8 bytes of the other side; what they were goes into the segment. */
    public SendRequests fetchAndAdd(long id, long remoteAddress, int remoteKey, long add) {
        return begin(id, WorkRequestOpcode.FETCH_AND_ADD).atomic(remoteAddress, remoteKey, add);
    }

    /**
     * Writes 8 bytes of the other side, in the byte order of the machine, so that a reader there sees all of them or none. It
     * has no segments. Only of a queue pair that was created for {@link SendOperation#ATOMIC_WRITE}.
     *
     * @param remoteAddress a multiple of 8
     */
    public SendRequests atomicWrite(long id, long remoteAddress, int remoteKey, long value) {
        extendedOperations |= SendOperation.ATOMIC_WRITE.code();
        return begin(id, WorkRequestOpcode.ATOMIC_WRITE)
                .atomic(remoteAddress, remoteKey, 0)
                .put(SendRecord.ATOMIC_VALUE, value);
    }

    /**
     * Flushes bytes of the other side: it is completed when what was written to them is where it is to be. It has no
     * segments. Only of a queue pair that was created for {@link SendOperation#FLUSH}.
     */
    public SendRequests flush(long id, long remoteAddress, int remoteKey, long length, Set<FlushPlacement> placement) {
        return beginFlush(id, remoteKey, placement)
                .put(SendRecord.REMOTE_ADDRESS, remoteAddress)
                .put(SendRecord.FLUSH_LENGTH, length);
    }

    /** The same with the whole of a region. */
    public SendRequests flushRegion(long id, int remoteKey, Set<FlushPlacement> placement) {
        beginFlush(id, remoteKey, placement);
        bytes.put(requests.last() + SendRecord.FLUSH_REGION, (byte) 1);
        return this;
    }

    private SendRequests beginFlush(long id, int remoteKey, Set<FlushPlacement> placement) {
        extendedOperations |= SendOperation.FLUSH.code();
        begin(id, WorkRequestOpcode.FLUSH).put(SendRecord.REMOTE_KEY, remoteKey);
        bytes.put(requests.last() + SendRecord.FLUSH_PLACEMENT, (byte) WireEnum.bitsOf(placement));
        return this;
    }

    /**
     * Sends data that the device cuts into packets, and puts these headers in front of each, with the lengths, sequence
     * numbers and checksums that are due (TCP segmentation offload). Of a queue pair of type RAW_PACKET or UD that was created
     * for it, {@link QueuePairBuilder#segmentation}.
     *
     * @param headers those of Ethernet, IP and TCP, from the position of a buffer to its limit; they are copied
     * @param segmentSize the most data of a packet, 1 to 65535
     * @throws IllegalArgumentException if the headers are longer than the queue pair was created for, or there are none
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
        bytes.putShort(requests.last() + SendRecord.TSO_HEADER_LENGTH, (short) length)
                .putShort(requests.last() + SendRecord.TSO_SEGMENT_SIZE, (short) segmentSize);
        return put(SendRecord.TSO_HEADER, requests.memory().address() + room);
    }

    /** Makes a key of this side invalid, such as that of a window of type 2. */
    public SendRequests invalidate(long id, int key) {
        return begin(id, WorkRequestOpcode.LOCAL_INVALIDATE).put(SendRecord.IMMEDIATE, key);
    }

    /**
     * Binds a window of type 2 to a part of a region.
     *
     * @param key the key that it is to have: that of the window, or that with another lowest byte
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

    /** The whole of a region, which has less than 2 GiB, as the data. */
    public SendRequests segment(MemoryRegion region) {
        return segment(region, 0, Math.toIntExact(region.length()));
    }

    /**
     * A part of a region as the data, behind what there is already.
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws IllegalStateException if the request has as many segments as it may
     * @throws ClosedObjectException if the region is closed
     */
    public SendRequests segment(MemoryRegion region, long offset, int length) {
        requireNotInline();
        requests.segment(region.address(offset, length), length, region.localKey());
        return this;
    }

    /** Memory by address, which only the device checks. */
    public SendRequests segment(long address, int length, int localKey) {
        requireNotInline();
        requests.segment(address, length, localKey);
        return this;
    }

    /**
     * Data that are copied into the request, from the position of a buffer to its limit; any buffer, registered or not.
     *
     * @throws IllegalArgumentException if it is more than the queue pair takes inline
     * @throws IllegalStateException if the request has segments already
     */
    public SendRequests inline(ByteBuffer data) {
        int length = data.remaining();
        if (length > maxInline) {
            throw new IllegalArgumentException(length + " bytes are more than the " + maxInline
                    + " that the queue pair takes inline; ask for more when it is created, or use a segment");
        }
        if (requests.segments() > 0) {
            throw new IllegalStateException("the request has data already; inline data are all that a request has");
        }
        int room = requests.extra();
        bytes.put(room, data, data.position(), length);
        requests.segment(requests.memory().address() + room, length, 0);
        return flag(SendFlag.INLINE);
    }

    /** The way of a datagram, and the queue pair that it is for. */
    public SendRequests to(AddressHandle way, int queuePair, int queueKey) {
        return put(SendRecord.ADDRESS_HANDLE, way.handle())
                .put(SendRecord.REMOTE_QUEUE_PAIR, queuePair)
                .put(SendRecord.REMOTE_QUEUE_KEY, queueKey)
                .use(way);
    }

    /**
     * The shared receive queue that a message of an extended reliable connection is for, by its {@link
     * SharedReceiveQueue#number}.
     */
    public SendRequests toSharedReceiveQueue(int number) {
        return put(SendRecord.REMOTE_SHARED_RECEIVE_QUEUE, number);
    }

    /** It is completed only if it fails. Every now and then one must be completed, for the queue to have room again. */
    public SendRequests unsignaled() {
        int at = requests.last() + SendRecord.FLAGS;
        bytes.putInt(at, bytes.getInt(at) & ~SendFlag.SIGNALED.code());
        return this;
    }

    /** It does not begin before the reads and atomics that were posted before it have ended. */
    public SendRequests fence() {
        return flag(SendFlag.FENCE);
    }

    /** Its completion at the other side is an event for those who wait for solicited ones only. */
    public SendRequests solicited() {
        return flag(SendFlag.SOLICITED);
    }

    /** The device fills in the checksums of IP and of TCP or UDP; of datagrams and raw packets, where it can. */
    public SendRequests ipChecksum() {
        return flag(SendFlag.IP_CHECKSUM);
    }

    /** How many requests there are. */
    public int size() {
        return requests.count();
    }

    /** Drops them. */
    public void clear() {
        requests.clear();
        used.clear();
        extendedOperations = 0;
    }

    private SendRequests begin(long id, WorkRequestOpcode opcode) {
        requests.add();
        return put(SendRecord.ID, id)
                .put(SendRecord.OPCODE, opcode.code())
                .put(SendRecord.FLAGS, SendFlag.SIGNALED.code());
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
        bytes.putInt(requests.last() + field, value);
        return this;
    }

    private SendRequests put(int field, long value) {
        bytes.putLong(requests.last() + field, value);
        return this;
    }

    private void requireNotInline() {
        if ((bytes.getInt(requests.last() + SendRecord.FLAGS) & SendFlag.INLINE.code()) != 0) {
            throw new IllegalStateException("the request has inline data, which are all that a request has");
        }
    }

    /** C follows the address of this object when the request is posted, so it must be there then. */
    private SendRequests use(VerbsObject object) {
        used.add(object);
        return this;
    }

    /** What its requests use beside their queue pair. */
    UsedObjects used() {
        return used;
    }

    /**
     * Requires of every request what a datagram must have: C follows the address handle without looking.
     *
     * @throws IllegalStateException if one has it not
     */
    void requireDatagrams() {
        for (int i = 0; i < requests.count(); i++) {
            int at = i * requests.stride();
            int opcode = bytes.getInt(at + SendRecord.OPCODE);
            boolean sends = opcode == WorkRequestOpcode.SEND.code()
                    || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE.code()
                    || opcode == WorkRequestOpcode.TSO.code();
            if (!sends || bytes.getLong(at + SendRecord.ADDRESS_HANDLE) == 0) {
                throw new IllegalStateException("request " + i + " of the batch is "
                        + (sends ? "to nobody; say where with to()" : "no send, which is all that a datagram can be"));
            }
        }
    }

    /**
     * Requires that a queue pair was created for what only the extended functions have: C would call what is not there.
     *
     * @throws IllegalStateException if it was not
     */
    void requireOperations(long created) {
        long missing = extendedOperations & ~created;
        if (missing != 0) {
            throw new IllegalStateException("the queue pair was not created for "
                    + WireEnum.setOf(SendOperation.class, missing) + "; name it in extended() of its builder");
        }
    }
}
