package io.verbena.embedded.hca;

import io.verbena.embedded.hca.frame.FlowCounters;
import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.SteeringRule;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.QueuePairPlan;
import io.verbena.embedded.hca.queue.SimulatedCompletionCounter;
import io.verbena.embedded.hca.queue.SimulatedQueuePair;
import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.hca.EfaInterconnects;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaQueueMemory;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.Flags;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.FlowRecord;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An open adapter of an embedded host. The thread that posts a request executes it. */
public final class HcaDriver extends HcaQueuePairs {
    private static final int NO_ADDRESS = 0;
    private static final int COOKIE = 8;

    /** The openings of all adapters in this JVM by their descriptors, without those that were imported. */
    private static final Map<Integer, HcaDriver> OPEN = new ConcurrentHashMap<>();

    /** The outcome of posting after the adapter was removed. */
    private static final long REMOVED = (long) Errno.EIO << Integer.SIZE;

    private final NumberTable<SteeringRule<SimulatedQueuePair>> flows = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<FlowCounters> counters = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<SimulatedCompletionCounter> completionCounters = new NumberTable<>(1, MAX_OBJECTS);
    private final EfaOperations efa = new HcaEfa(this);

    /** Opens the adapter of a node under the name of its device. */
    public HcaDriver(String device, Adapter adapter) {
        this(device, adapter, new OpenFile());
        OPEN.put(file.descriptor, this);
    }

    private HcaDriver(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
        adapter.addListener(events);
        adapter.network().opened();
    }

    /**
     * Imports an adapter from another program of this JVM by its {@linkplain #descriptor descriptor}. Both share the protection
     * domains and the device memory.
     *
     * @throws io.verbena.error.SysException with EBADF if the adapter is not open with this descriptor
     */
    public static HcaDriver imported(String device, Adapter adapter, int descriptor) {
        HcaDriver opened = OPEN.get(descriptor);
        if (opened == null || opened.adapter != adapter) {
            throw new Refusals(device)
                    .refuse(
                            "ibv_import_device",
                            Errno.EBADF,
                            "the device is not open with descriptor " + descriptor
                                    + "; pass the descriptor of a context of this device that is open");
        }
        return new HcaDriver(device, adapter, opened.file);
    }

    @Override
    public boolean isPresent() {
        return !adapter.isRemoved();
    }

    @Override
    public EfaOperations efa() {
        return efa;
    }

    @Override
    public void close() {
        OPEN.remove(file.descriptor, this);
        adapter.removeListener(events);
        events.close();
        adapter.network().closed();
    }

    /** Allocates records, which the adapter finds by their buffers. */
    @Override
    public RecordMemory records(int bytes) {
        return new RecordMemory(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), NO_ADDRESS);
    }

    @Override
    public long postSend(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.isRemoved() ? REMOVED : adapter.queuePair(queuePair).postSend(requests, stride, count, false);
    }

    @Override
    public long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.isRemoved() ? REMOVED : adapter.queuePair(queuePair).postSend(requests, stride, count, true);
    }

    @Override
    public long postReceive(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.isRemoved() ? REMOVED : adapter.queuePair(queuePair).postReceive(requests, stride, count);
    }

    @Override
    public long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        return adapter.isRemoved() ? REMOVED : receives(sharedReceiveQueue).post(requests, stride, count);
    }

    @Override
    public long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        return adapter.isRemoved() ? REMOVED : workQueue(workQueue).post(requests, stride, count);
    }

    @Override
    public int poll(long completionQueue, RecordMemory completions, int max) {
        return completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public long pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        return completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public int requestNotification(long completionQueue, boolean solicitedOnly) {
        completions(completionQueue).arm(solicitedOnly);
        return 0;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        return channel(channel)
                .take((index, head, cookie) -> cookies.bytes().putLong(index * Long.BYTES, cookie), max, timeoutMillis);
    }

    @Override
    public void wakeUpChannel(long channel) {
        channel(channel).wakeUp();
    }

    @Override
    public int awaitEvents(RecordMemory memory, int max, int timeoutMillis) {
        return events.take(
                (index, head, cookie) -> memory.bytes()
                        .putInt(index * EVENT_SIZE, (int) head)
                        .putInt(index * EVENT_SIZE + Integer.BYTES, (int) (head >>> Integer.SIZE))
                        .putLong(index * EVENT_SIZE + COOKIE, cookie),
                max,
                timeoutMillis);
    }

    @Override
    public void wakeUpEvents() {
        events.wakeUp();
    }

    /** The ports of InfiniBand have no Ethernet addresses of their own; those of their frames follow from their GUIDs. */
    @Override
    public EthernetAddress resolveEthernet(AddressVector address) {
        if (!address.isGlobal()) {
            throw refusals.invalid("ibv_resolve_eth_l2_from_gid", "the address has no GID; pass that of the port");
        }
        return new EthernetAddress(FrameHeaders.mac(address.dgid().interfaceId()), OptionalInt.empty());
    }

    @Override
    public long createFlow(long queuePair, RecordMemory rule) {
        SimulatedQueuePair target = adapter.queuePair(queuePair);
        if (target.plan().type() != QueuePairType.RAW_PACKET) {
            throw refusals.invalid(
                    "ibv_create_flow", "rules steer Ethernet frames; create a queue pair of type RAW_PACKET");
        }
        int port = rule.bytes().get(FlowRecord.PORT) & 0xff;
        if (port == 0 || adapter.node().port(port) == null) {
            throw refusals.invalid("ibv_create_flow", "there is no port " + port);
        }
        try {
            SteeringRule<SimulatedQueuePair> made = new SteeringRule<>(target, rule.bytes(), counters::get);
            int number = flows.put(refusals, "ibv_create_flow", made);
            adapter.steer(made);
            return number;
        } catch (IllegalArgumentException e) {
            throw refusals.unsupported("ibv_create_flow", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void destroyFlow(long flow) {
        adapter.unsteer(flows.remove(flow));
    }

    @Override
    public long createEspAction(RecordMemory action) {
        throw refusals.unsupported(
                "ibv_create_flow_action_esp",
                "an embedded device neither encrypts nor decrypts packets; match their headers with Esp.ANY");
    }

    @Override
    public long createCounters() {
        return counters.put(refusals, "ibv_create_counters", new FlowCounters());
    }

    @Override
    public void attachCounter(long number, FlowCounter what, int index, long flow) {
        FlowCounters attached = counters.get(number);
        if (flow != 0) {
            attached.attach(what, index, flows.get(flow));
        } else if (!attached.attach(what, index)) {
            throw refusals.refuse(
                    "ibv_attach_counters_point_flow",
                    Errno.EBUSY,
                    "a rule has these counters already; attach each counter before the first rule");
        }
    }

    @Override
    public void readCounters(long number, RecordMemory values, int count, boolean cached) {
        counters.get(number).read(values.bytes(), count);
    }

    @Override
    public void destroyCounters(long number) {
        counters.remove(number);
    }

    @Override
    public CompletionCounterLimits queryCompletionCounters() {
        return new CompletionCounterLimits(Long.MAX_VALUE, MAX_OBJECTS, Flags.of(CompletionCounterOperation.values()));
    }

    @Override
    public long createCompletionCounter(CompletionCounterType type) {
        return completionCounters.put(refusals, "ibv_create_comp_cntr", new SimulatedCompletionCounter(type));
    }

    @Override
    public void destroyCompletionCounter(long counter) {
        if (completionCounters.get(counter).isUsed()) {
            throw refusals.refuse(
                    "ibv_destroy_comp_cntr", Errno.EBUSY, "a queue pair counts with it; close the queue pair first");
        }
        completionCounters.remove(counter);
    }

    @Override
    public void setCompletionCounter(long counter, boolean errors, long value) {
        completionCounters.get(counter).value(errors).set(value);
    }

    @Override
    public void addToCompletionCounter(long counter, boolean errors, long amount) {
        completionCounters.get(counter).value(errors).addAndGet(amount);
    }

    @Override
    public long readCompletionCounter(long counter, boolean errors) {
        return completionCounters.get(counter).value(errors).get();
    }

    @Override
    public void attachCompletionCounter(long queuePair, long counter, Set<CompletionCounterOperation> operations) {
        int errno = adapter.queuePair(queuePair).count(completionCounters.get(counter), operations);
        if (errno != 0) {
            throw refusals.refuse(
                    "ibv_qp_attach_comp_cntr",
                    errno,
                    errno == Errno.EBUSY
                            ? "the queue pair has a counter for one of the operations already"
                            : "the queue pair is neither in state RESET nor in INIT");
        }
    }

    /** The operations of an EFA device, which every embedded adapter has. */
    private record HcaEfa(HcaQueuePairs device) implements EfaOperations {
        private static final Set<SendOperation> OPERATIONS = EnumSet.of(
                SendOperation.SEND,
                SendOperation.SEND_WITH_IMMEDIATE,
                SendOperation.RDMA_READ,
                SendOperation.RDMA_WRITE,
                SendOperation.RDMA_WRITE_WITH_IMMEDIATE);

        @Override
        public EfaDeviceAttributes queryDevice() {
            device.requirePresent("efadv_query_device");
            return new EfaDeviceAttributes(
                    HcaQueries.MAX_REQUESTS,
                    HcaQueries.MAX_REQUESTS,
                    HcaQueries.MAX_SEGMENTS,
                    HcaQueries.MAX_SEGMENTS,
                    HcaQueuePairs.MAX_INLINE,
                    HcaQueuePairs.MAX_INLINE,
                    QueuePairPlan.MAX_SCALABLE_BYTES,
                    Flags.of(
                            EfaCapability.RDMA_READ,
                            EfaCapability.RNR_RETRY,
                            EfaCapability.SOURCE_GID,
                            EfaCapability.RDMA_WRITE));
        }

        @Override
        public CreatedQueuePair createQueuePair(
                QueuePairRequest request, Set<EfaQueuePairFlag> flags, int serviceLevel, boolean hints) {
            boolean plain = request.sharedReceiveQueue() == 0
                    && request.table() == 0
                    && request.flags().isEmpty()
                    && request.headerBytes() == 0
                    && request.sourceNumber() == 0;
            if (request.type() != QueuePairType.DRIVER
                    || !plain
                    || request.operations().isEmpty()) {
                throw device.refusals.invalid(
                        "efadv_create_qp_ex", "an SRD queue pair has receives of its own, and extended operations");
            }
            if (hints || !flags.isEmpty() || !OPERATIONS.containsAll(request.operations())) {
                throw device.unsupported("efadv_create_qp_ex");
            }
            return device.create(request);
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
            if (memory.length() > 0 || additional.contains(EfaCompletionField.UNSOLICITED)) {
                throw device.unsupported("efadv_create_cq");
            }
            return device.create(
                    "efadv_create_cq",
                    entries,
                    cookie,
                    channel,
                    vector,
                    fields,
                    additional.contains(EfaCompletionField.SOURCE_GID));
        }

        /** The counters of the embedded adapter are Java objects. */
        @Override
        public long createCompletionCounter(CompletionCounterType type, EfaMemory completions, EfaMemory errors) {
            throw device.unsupported("efadv_create_comp_cntr");
        }

        @Override
        public int addressHandleNumber(long addressHandle) {
            return (int) addressHandle & 0xffff;
        }

        /** The embedded fabric has no interconnects that a device would report. */
        @Override
        public EfaInterconnects queryRegion(long region) {
            return new EfaInterconnects(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
        }

        @Override
        public int maxSends(int sendSegments, int rdmaSegments, int inlineBytes, boolean inlineWrites) {
            if (Math.max(sendSegments, rdmaSegments) > HcaQueries.MAX_SEGMENTS
                    || inlineBytes > HcaQueuePairs.MAX_INLINE) {
                throw device.refusals.invalid("efadv_get_max_sq_depth", "a limit exceeds those of the device");
            }
            if (inlineWrites) {
                throw device.unsupported("efadv_get_max_sq_depth");
            }
            return HcaQueries.MAX_REQUESTS;
        }

        @Override
        public int maxReceives(int segments) {
            if (segments > HcaQueries.MAX_SEGMENTS) {
                throw device.refusals.invalid("efadv_get_max_rq_depth", "a limit exceeds those of the device");
            }
            return HcaQueries.MAX_REQUESTS;
        }

        /** The queues of the embedded adapter are Java objects. */
        @Override
        public List<EfaQueueMemory> queryQueues(long queuePair) {
            throw device.unsupported("efadv_query_qp_wqs");
        }

        @Override
        public EfaQueueMemory queryCompletionQueue(long completionQueue) {
            throw device.unsupported("efadv_query_cq");
        }
    }
}
