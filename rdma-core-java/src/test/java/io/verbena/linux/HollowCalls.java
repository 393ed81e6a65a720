package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.error.SysException;
import io.verbena.evidence.EvidenceRecorder;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DmaHints;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionCounter;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Counters;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.DmaHandle;
import io.verbena.verbs.DriverBuffer;
import io.verbena.verbs.Flow;
import io.verbena.verbs.IndirectionTable;
import io.verbena.verbs.MemoryRange;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.MemoryWindow;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReregistrationException;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.TagList;
import io.verbena.verbs.ThreadDomain;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkQueue;
import io.verbena.verbs.XrcDomain;
import io.verbena.verbs.flow.Esp;
import io.verbena.verbs.flow.Ethernet;
import io.verbena.verbs.flow.FieldMatch;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowTag;
import io.verbena.verbs.flow.Gre;
import io.verbena.verbs.flow.Ipv4;
import io.verbena.verbs.flow.Ipv6;
import io.verbena.verbs.flow.Mpls;
import io.verbena.verbs.flow.TransportPorts;
import io.verbena.verbs.flow.VxlanTunnel;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Calls on the hollow device the verbs that no device in software has. The device writes what it received to the file of the
 * environment variable {@code HOLLOW_CALLS}; {@code testbed/hollow/reference.c} makes the same calls in the same order, and
 * {@code testbed/checks/driver-calls} compares the two files. With an argument, each call fails once.
 */
final class HollowCalls extends HollowProgram {
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(8192);
    private final MemoryRegion region;

    private HollowCalls(Context context, boolean refusing) {
        super(refusing);
        this.context = context;
        this.domain = context.protectionDomain();
        this.queue = context.completionQueue(64);
        this.region = domain.register(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.WINDOW_BIND);
    }

    public static void main(String[] arguments) {
        EvidenceRecorder.start();
        try (Rdma rdma = Rdma.open();
                Context context = rdma.verbs("hollow0")) {
            context.initializeFork();
            HollowCalls calls = new HollowCalls(context, arguments.length > 0);
            calls.regions();
            calls.deviceMemory();
            calls.imports();
            calls.domains();
            calls.tags();
            calls.workQueues();
            calls.rules();
            calls.settings();
            calls.windows();
            calls.newer();
            if (arguments.length == 0) {
                calls.requests();
                calls.operations();
                calls.fields();
            }
        }
    }

    private QueuePair pair(QueuePairType type) {
        return domain.queuePair(type).completions(queue).create();
    }

    private void newer() {
        DeviceMemory memoryOfDevice = context.deviceMemory(100, 0);
        QueuePair pair = pair(QueuePairType.RC);
        say("speed %d".formatted(object("query_port_speed", () -> context.portMegabits(1))));
        DmaHandle handle = object(
                "alloc_dmah",
                () -> context.dmaHandle(
                        DmaHints.NONE.processor(3).processingHint(2).persistent(true)));
        ByteBuffer own = ByteBuffer.allocateDirect(4096);
        object("reg_mr_ex", () -> domain.register(handle, own, AccessFlag.LOCAL_WRITE))
                .close();
        object(
                        "reg_mr_ex",
                        () -> domain.registerDmaBuf(
                                handle, 7, 4096, 8192, 0x7000, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ))
                .close();
        handle.close();

        result("dm_export", memoryOfDevice::exportDmaBuf);
        say("descriptor %d".formatted(memoryOfDevice.exportDmaBuf()));
        memoryOfDevice.close();

        DriverBuffer buffer = object("alloc_buf", () -> domain.driverBuffer(200));
        buffer.write(1, ByteBuffer.wrap(new byte[] {0x11, 0x22}));
        result("export_buf", buffer::exportDmaBuf);
        say("descriptor %d".formatted(buffer.exportDmaBuf()));
        object("reg_buf_mr", () -> domain.register(buffer, 8, 64, AccessFlag.LOCAL_WRITE))
                .close();
        buffer.close();

        CompletionCounterLimits limits = object("query_comp_cntr_caps", context::completionCounterLimits);
        say("limits %x %d %x"
                .formatted(
                        limits.maxValue(),
                        limits.maxCounters(),
                        limits.operations().bits()));
        CompletionCounter counter =
                object("create_comp_cntr", () -> context.completionCounter(CompletionCounterType.BYTES));
        result(
                "qp_attach_comp_cntr",
                () -> counter.attach(pair, CompletionCounterOperation.SEND, CompletionCounterOperation.RDMA_WRITE));
        result("set_comp_cntr", () -> counter.set(0x100000001L));
        result("set_err_comp_cntr", () -> counter.setErrors(2));
        result("inc_comp_cntr", () -> counter.add(3));
        result("inc_err_comp_cntr", () -> counter.addErrors(-1));
        say("value %x".formatted(object("read_comp_cntr", counter::read)));
        say("value %x".formatted(object("read_err_comp_cntr", counter::readErrors)));
        pair.close();
        counter.close();
    }

    private void regions() {
        MemoryRegion named = domain.registerAs(0x123000, ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE);
        MemoryRegion nothing = object("alloc_null_mr", domain::nullRegion);
        MemoryRegion shared = object(
                "reg_dmabuf_mr",
                () -> domain.registerDmaBuf(7, 4096, 8192, 0x7000, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ));
        result(
                "advise_mr",
                () -> domain.advise(
                        MemoryAdvice.PREFETCH_WRITE,
                        true,
                        new MemoryRange(region, 16, 100),
                        new MemoryRange(named, 0, 5)));
        if (refusing) {
            // Not the region above: one that is lost refuses all later calls.
            MemoryRegion lost = domain.register(ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE);
            SysException refused = failure("rereg_mr", () -> {
                lost.change().access(AccessFlag.REMOTE_READ).apply();
                return lost;
            });
            say("rereg_mr fails with %d, and leaves %d"
                    .formatted(
                            refused.errno(),
                            ((ReregistrationException) refused).outcome().code()));
            lost.close();
        }
        named.change()
                .memory(memory.duplicate().limit(512))
                .access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ)
                .apply();
        shared.close();
        nothing.close();
        named.close();
    }

    private void deviceMemory() {
        DeviceMemory device = object("alloc_dm", () -> context.deviceMemory(1000, 6));
        ByteBuffer bytes = ByteBuffer.allocateDirect(16);
        for (int i = 0; i < 16; i++) {
            bytes.put(i, (byte) (i * 17));
        }
        result("memcpy_to_dm", () -> device.write(8, bytes.duplicate()));
        result("memcpy_from_dm", () -> device.read(10, bytes.duplicate().limit(4)));
        say("read %08x".formatted(bytes.getInt(0)));
        object("reg_dm_mr", () -> domain.register(device, 16, 32, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ))
                .close();
        device.close();
    }

    private void imports() {
        ProtectionDomain imported = object("import_pd", () -> context.importProtectionDomain(21));
        MemoryRegion shared = object("import_mr", () -> imported.importRegion(22));
        object("import_dm", () -> context.importDeviceMemory(23, 4096)).close();
        shared.close();
        imported.close();
    }

    private void domains() {
        ThreadDomain threads = object("alloc_td", context::threadDomain);
        XrcDomain xrc = object("open_xrcd", context::xrcDomain);
        SharedReceiveQueue shared = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(30, 2), xrc, queue);
        say("number %x".formatted(object("get_srq_num", shared::number)));
        result("modify_srq", () -> shared.limit(5));
        result("modify_srq", () -> shared.resize(64));
        SharedReceiveQueueAttributes attributes = object("query_srq", shared::attributes);
        say("attributes %d %d %d".formatted(attributes.requests(), attributes.segments(), attributes.limit()));
        shared.close();
        xrc.close();
        threads.close();
    }

    private void tags() {
        SharedReceiveQueue shared =
                domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(30, 2), new TagMatchingSize(7, 3), queue);
        TagList tags = shared.tags();
        int added = object(
                "post_srq_ops", () -> tags.add(1, 2, 0x1112131415161718L, -16, 4, new MemoryRange(region, 8, 24)));
        result("post_srq_ops", () -> tags.delete(3, added, 5));
        result("post_srq_ops", () -> tags.synchronize(6, 7));
        shared.close();
    }

    private void workQueues() {
        WorkQueue first = domain.workQueue(new WorkQueueAttributes(32, 2, Set.of(WorkQueueFlag.VLAN_STRIPPING)), queue);
        WorkQueue second = domain.workQueue(WorkQueueAttributes.of(32, 2), queue);
        result("modify_wq", () -> first.modify(WorkQueueState.RESET, WorkQueueState.READY));
        result(
                "modify_wq",
                () -> first.modify(
                        EnumSet.of(WorkQueueFlag.DELAY_DROP, WorkQueueFlag.VLAN_STRIPPING),
                        EnumSet.of(WorkQueueFlag.DELAY_DROP)));
        first.post(first.receiveRequests(1).receive(0x99).segment(region, 32, 64));
        IndirectionTable table =
                object("create_rwq_ind_table", () -> context.indirectionTable(List.of(first, second, second, first)));
        byte[] key = new byte[40];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (i * 3);
        }
        domain.queuePair(QueuePairType.RAW_PACKET)
                .spreadsOver(
                        table,
                        ReceiveHash.of(
                                HashFunction.TOEPLITZ, key, HashField.SOURCE_IPV4, HashField.DESTINATION_UDP_PORT))
                .create()
                .close();
        table.close();
        second.close();
        first.close();
    }

    private static FieldMatch match(long value, long mask) {
        return new FieldMatch(value, mask);
    }

    private void rules() {
        QueuePair pair = pair(QueuePairType.RAW_PACKET);
        Counters counters = object("create_counters", context::counters);
        FlowRule rule = FlowRule.port(2)
                .priority(3)
                .matching(Ethernet.ANY
                        .destination(FieldMatch.mac("02:03:04:05:06:07"))
                        .etherType(FieldMatch.exactly(0x800))
                        .vlan(match(0x123, 0xfff)))
                .matching(Ipv4.ANY.source(match(0x0a000001, 0xffffff00L)).timeToLive(match(64, 0xff)))
                .matching(Ipv6.ANY.within().flowLabel(match(0x12345, 0xfffff)).nextHeader(match(17, 0xff)))
                .matching(TransportPorts.UDP.destination(FieldMatch.exactly(4791)))
                .matching(Esp.ANY.securityIndex(match(0x55667788, 0xffffffffL)))
                .matching(Gre.ANY.key(match(0x99aabbccL, 0xffffffffL)))
                .matching(Mpls.ANY.label(match(0x12345678, 0xffffffffL)))
                .matching(VxlanTunnel.ANY.network(match(0x654321, 0xffffff)))
                .matching(new FlowTag(0xabcdef));
        result("attach_counters", () -> counters.count(FlowCounter.PACKETS, 0));
        Flow flow = pair.steer(rule, counters);
        result("attach_counters", () -> counters.count(FlowCounter.BYTES, 1, flow));
        long[] values = object("read_counters", () -> counters.read(2, true));
        say("values %x %x".formatted(values[0], values[1]));
        flow.close();
        counters.close();
        pair.close();
    }

    private void settings() {
        QueuePair pair = pair(QueuePairType.RC);
        result("modify_cq", () -> queue.moderate(16, 100));
        result("modify_qp_rate_limit", () -> pair.limitRate(new RateLimit(1000, 2000, 300)));
        EnhancedConnection now = object("query_ece", pair::enhancedConnection);
        say("ece %x %x".formatted(now.vendorId(), now.options()));
        EnhancedConnection granted =
                object("set_ece", () -> pair.enhancedConnection(new EnhancedConnection(0x1234, 0xff)));
        say("ece %x %x".formatted(granted.vendorId(), granted.options()));
        DeviceClock clock = object("query_rt_values", context::clock);
        say("clock %d %d".formatted(clock.seconds(), clock.nanoseconds()));
        pair.close();
    }

    private void windows() {
        QueuePair pair = pair(QueuePairType.RC);
        MemoryWindow window = object("alloc_mw", () -> domain.window(WindowType.TYPE_1));
        result("bind_mw", () -> window.bind(pair, 5, region, 64, 128, Set.of(AccessFlag.REMOTE_READ)));
        say("key %x".formatted(window.remoteKey()));
        window.close();
        pair.close();
    }

    /** Posts by {@code struct ibv_send_wr}. */
    private void requests() {
        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
        MemoryWindow window = domain.window(WindowType.TYPE_2);
        SendRequests list = pair.sendRequests(10);
        list.send(1).segment(region, 3, 7).fence();
        list.sendImmediate(2, 0x01020304).segment(region, 3, 7).solicited();
        list.sendInvalidate(3, 0x3456).segment(region, 3, 7);
        list.write(4, 0x1122334455667788L, 0x99).segment(region, 3, 7).unsignaled();
        rest(list, window);
        pair.post(list);
        window.close();
        pair.close();
    }

    private void rest(SendRequests list, MemoryWindow window) {
        list.writeImmediate(5, 0x1000, 0x98, 0x05060708).segment(region, 3, 7);
        list.read(6, 0x2000, 0x97).segment(region, 3, 7);
        list.compareAndSwap(7, 0x3000, 0x96, 0x11, 0x22).segment(region, 3, 7);
        list.fetchAndAdd(8, 0x4000, 0x95, 0x33).segment(region, 3, 7);
        list.invalidate(9, 0x4567);
        list.bind(10, window, 0x4201, region, 8, 16, Set.of(AccessFlag.REMOTE_WRITE));
    }

    /** Posts by the functions of extended queue pairs. */
    private void operations() {
        EnumSet<SendOperation> wanted = EnumSet.allOf(SendOperation.class);
        wanted.removeAll(Set.of(SendOperation.TSO, SendOperation.FLUSH));
        QueuePair pair = domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .extended(wanted)
                .create();
        MemoryWindow window = domain.window(WindowType.TYPE_2);
        SendRequests list = pair.sendRequests(11);
        list.send(1).segment(region, 3, 7);
        list.sendImmediate(2, 0x01020304).segment(region, 3, 7);
        list.sendInvalidate(3, 0x3456).segment(region, 3, 7);
        list.write(4, 0x1122334455667788L, 0x99).segment(region, 3, 7);
        rest(list, window);
        list.atomicWrite(11, 0x5000, 0x94, 0x0807060504030201L);
        pair.post(list);
        window.close();
        pair.close();
    }

    private void fields() {
        CompletionQueue extended = context.completionQueue(16, null, 0, EnumSet.allOf(CompletionField.class));
        QueuePair pair =
                domain.queuePair(QueuePairType.RC).completions(extended).create();
        pair.post(pair.sendRequests(1).send(12).segment(region, 0, 8));
        CompletionBatch batch = extended.batch(1);
        extended.poll(batch);
        WorkCompletion completion = batch.get(0);
        say("completion %d length %x source %x slid %x sl %d bits %d"
                .formatted(
                        completion.id(),
                        completion.byteLength(),
                        completion.sourceQueuePair(),
                        completion.sourceLid(),
                        completion.serviceLevel(),
                        completion.pathBits()));
        say("of this queue pair %d".formatted(completion.queuePair() == pair.number() ? 1 : 0));
        say("time %x wall clock %d vlan %x flow %x"
                .formatted(
                        completion.timestamp(), completion.wallclockNanos(), completion.vlan(), completion.flowTag()));
        say("tag %x data %x".formatted(completion.tag(), completion.tagData()));
        pair.close();
        extended.close();
    }
}
