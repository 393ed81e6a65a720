package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.hca.EfaInterconnects;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaQueueMemory;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.Flags;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.iba.WireEnum;
import io.verbena.jni.NativeLibraryException;
import io.verbena.jni.efa.EfaCompletionQueueRecord;
import io.verbena.jni.efa.EfaDeviceRecord;
import io.verbena.jni.efa.EfaMemoryRecord;
import io.verbena.jni.efa.EfaQueuePairRecord;
import io.verbena.jni.efa.EfaQueueRecord;
import io.verbena.jni.efa.EfaRegionRecord;
import io.verbena.jni.efa.Efadv;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The operations of libefa on a device that libibverbs has opened. They have run on the hollow device only, never on an EFA device.
 */
final class LinuxEfa implements EfaOperations {
    private static final Binding LIBRARY = new Binding(Efadv::load);

    /** {@code EFADV_SQ_DEPTH_ATTR_INLINE_WRITE}. */
    private static final int INLINE_WRITES = 1;

    /** {@code EFADV_WQ_CAPS_64_BIT_REQ_ID}. */
    private static final int WIDE_IDS = 1;

    private final LinuxVerbs device;

    private LinuxEfa(LinuxVerbs device) {
        this.device = device;
    }

    /**
     * Returns the operations of a device; only their calls show whether it is an EFA device.
     *
     * @throws UnsupportedException if the library is missing
     */
    static LinuxEfa of(LinuxVerbs device) {
        NativeLibraryException missing = LIBRARY.missing();
        if (missing != null) {
            UnsupportedException failure = new UnsupportedException(
                    "efadv_query_device", device.device(), Errno.EOPNOTSUPP, String.valueOf(missing.getMessage()));
            failure.initCause(missing);
            throw failure;
        }
        return new LinuxEfa(device);
    }

    @Override
    public EfaDeviceAttributes queryDevice() {
        RecordMemory memory = LinuxVerbs.memory(EfaDeviceRecord.SIZE);
        device.handle("efadv_query_device", Efadv.queryDevice(device.context, memory.address()), memory);
        ByteBuffer bytes = memory.bytes();
        return new EfaDeviceAttributes(
                bytes.getInt(EfaDeviceRecord.MAX_SENDS),
                bytes.getInt(EfaDeviceRecord.MAX_RECEIVES),
                bytes.getInt(EfaDeviceRecord.MAX_SEND_SEGMENTS),
                bytes.getInt(EfaDeviceRecord.MAX_RECEIVE_SEGMENTS),
                bytes.getInt(EfaDeviceRecord.INLINE_BYTES),
                bytes.getInt(EfaDeviceRecord.EXTENDED_INLINE_BYTES),
                bytes.getInt(EfaDeviceRecord.MAX_RDMA_BYTES),
                Flags.of(EfaCapability.class, Integer.toUnsignedLong(bytes.getInt(EfaDeviceRecord.CAPABILITIES))));
    }

    @Override
    public CreatedQueuePair createQueuePair(
            QueuePairRequest request, Set<EfaQueuePairFlag> flags, int serviceLevel, boolean hints) {
        if (hints) {
            device.check("efadv_qp_from_ibv_qp_ex", Efadv.findHints());
        }
        RecordMemory memory = LinuxVerbs.memory(EfaQueuePairRecord.SIZE);
        ByteBuffer bytes = memory.bytes();
        QueuePairCapacity wanted = request.capacity();
        bytes.putLong(EfaQueuePairRecord.DOMAIN, request.domain())
                .putLong(EfaQueuePairRecord.SEND_QUEUE, request.sendQueue())
                .putLong(EfaQueuePairRecord.RECEIVE_QUEUE, request.receiveQueue())
                .putLong(EfaQueuePairRecord.COOKIE, request.cookie())
                .putLong(EfaQueuePairRecord.OPERATIONS, WireEnum.bitsOf(request.operations()))
                .putInt(EfaQueuePairRecord.MAX_SENDS, wanted.sends())
                .putInt(EfaQueuePairRecord.MAX_RECEIVES, wanted.receives())
                .putInt(EfaQueuePairRecord.MAX_SEND_SEGMENTS, wanted.sendSegments())
                .putInt(EfaQueuePairRecord.MAX_RECEIVE_SEGMENTS, wanted.receiveSegments())
                .putInt(EfaQueuePairRecord.INLINE_BYTES, wanted.inlineBytes())
                .putInt(EfaQueuePairRecord.ALL_SIGNALED, request.allSignaled() ? 1 : 0)
                .putInt(EfaQueuePairRecord.FLAGS, (int) WireEnum.bitsOf(flags))
                .putInt(EfaQueuePairRecord.SERVICE_LEVEL, serviceLevel)
                .putInt(EfaQueuePairRecord.HINTS, hints ? 1 : 0);
        long handle = device.handle("efadv_create_qp_ex", Efadv.createQp(device.context, memory.address()), memory);
        return new CreatedQueuePair(
                handle,
                IbvQueuePairs.qpNumber(handle),
                new QueuePairCapacity(
                        bytes.getInt(EfaQueuePairRecord.MAX_SENDS),
                        bytes.getInt(EfaQueuePairRecord.MAX_RECEIVES),
                        bytes.getInt(EfaQueuePairRecord.MAX_SEND_SEGMENTS),
                        bytes.getInt(EfaQueuePairRecord.MAX_RECEIVE_SEGMENTS),
                        bytes.getInt(EfaQueuePairRecord.INLINE_BYTES)));
    }

    @Override
    public long createCompletionQueue(
            int entries,
            long cookie,
            long channel,
            int vector,
            Set<CompletionField> fields,
            Set<EfaCompletionField> additional,
            EfaMemory memory) {
        RecordMemory request = LinuxVerbs.memory(EfaCompletionQueueRecord.SIZE);
        request.bytes()
                .putLong(EfaCompletionQueueRecord.COOKIE, cookie)
                .putLong(EfaCompletionQueueRecord.CHANNEL, channel)
                .putLong(EfaCompletionQueueRecord.FIELDS, WireEnum.bitsOf(fields))
                .putLong(EfaCompletionQueueRecord.ADDITIONAL, WireEnum.bitsOf(additional))
                .putInt(EfaCompletionQueueRecord.ENTRIES, entries)
                .putInt(EfaCompletionQueueRecord.VECTOR, vector)
                .putLong(EfaCompletionQueueRecord.MEMORY_ADDRESS, memory.address())
                .putLong(EfaCompletionQueueRecord.MEMORY_BYTES, memory.length())
                .putLong(EfaCompletionQueueRecord.MEMORY_OFFSET, memory.offset())
                .putInt(EfaCompletionQueueRecord.MEMORY_DESCRIPTOR, memory.descriptor());
        return device.handle("efadv_create_cq", Efadv.createCq(device.context, request.address()), request);
    }

    @Override
    public long createCompletionCounter(CompletionCounterType type, EfaMemory completions, EfaMemory errors) {
        RecordMemory both = LinuxVerbs.memory(2 * EfaMemoryRecord.SIZE);
        put(both.bytes(), 0, completions);
        put(both.bytes(), EfaMemoryRecord.SIZE, errors);
        return device.handle(
                "efadv_create_comp_cntr",
                Efadv.createCompCntr(
                        device.context, type.code(), both.address(), both.address() + EfaMemoryRecord.SIZE),
                both);
    }

    private static void put(ByteBuffer bytes, int start, EfaMemory memory) {
        int ofProcess = memory.length() == 0 ? 0 : EfaMemoryRecord.OF_PROCESS;
        bytes.putLong(start + EfaMemoryRecord.ADDRESS, memory.address())
                .putLong(start + EfaMemoryRecord.OFFSET, memory.offset())
                .putInt(start + EfaMemoryRecord.DESCRIPTOR, memory.isDmaBuf() ? memory.descriptor() : 0)
                .putInt(start + EfaMemoryRecord.KIND, memory.isDmaBuf() ? EfaMemoryRecord.DMA_BUF : ofProcess);
    }

    @Override
    public int addressHandleNumber(long addressHandle) {
        return device.check("efadv_query_ah", Efadv.queryAh(addressHandle));
    }

    @Override
    public EfaInterconnects queryRegion(long region) {
        RecordMemory memory = LinuxVerbs.memory(EfaRegionRecord.SIZE);
        device.handle("efadv_query_mr", Efadv.queryMr(region, memory.address()), memory);
        ByteBuffer bytes = memory.bytes();
        return new EfaInterconnects(
                interconnect(bytes, EfaRegionRecord.HAS_RECEIVES, EfaRegionRecord.RECEIVES),
                interconnect(bytes, EfaRegionRecord.HAS_READS, EfaRegionRecord.READS),
                interconnect(bytes, EfaRegionRecord.HAS_WRITTEN_BY_PEERS, EfaRegionRecord.WRITTEN_BY_PEERS));
    }

    @Override
    public int maxSends(int sendSegments, int rdmaSegments, int inlineBytes, boolean inlineWrites) {
        return device.check(
                "efadv_get_max_sq_depth",
                Efadv.maxSends(
                        device.context, inlineWrites ? INLINE_WRITES : 0, sendSegments, rdmaSegments, inlineBytes));
    }

    @Override
    public int maxReceives(int segments) {
        return device.check("efadv_get_max_rq_depth", Efadv.maxReceives(device.context, segments));
    }

    @Override
    public List<EfaQueueMemory> queryQueues(long queuePair) {
        RecordMemory memory = LinuxVerbs.memory(2 * EfaQueueRecord.SIZE);
        device.handle("efadv_query_qp_wqs", Efadv.queryQp(queuePair, memory.address()), memory);
        return List.of(queue(memory.bytes(), 0), queue(memory.bytes(), EfaQueueRecord.SIZE));
    }

    @Override
    public EfaQueueMemory queryCompletionQueue(long completionQueue) {
        RecordMemory memory = LinuxVerbs.memory(EfaQueueRecord.SIZE);
        device.handle("efadv_query_cq", Efadv.queryCq(completionQueue, memory.address()), memory);
        return queue(memory.bytes(), 0);
    }

    private static EfaQueueMemory queue(ByteBuffer bytes, int start) {
        return new EfaQueueMemory(
                bytes.getLong(start + EfaQueueRecord.BUFFER),
                bytes.getInt(start + EfaQueueRecord.ENTRY_BYTES),
                bytes.getInt(start + EfaQueueRecord.ENTRIES),
                bytes.getLong(start + EfaQueueRecord.DOORBELL),
                bytes.getInt(start + EfaQueueRecord.MAX_BATCH),
                (bytes.getShort(start + EfaQueueRecord.QUEUE_CAPABILITIES) & WIDE_IDS) != 0);
    }

    private static OptionalInt interconnect(ByteBuffer bytes, int flag, int field) {
        return (bytes.getShort(EfaRegionRecord.VALIDITY) & flag) == 0
                ? OptionalInt.empty()
                : OptionalInt.of(bytes.getShort(field) & 0xffff);
    }
}
