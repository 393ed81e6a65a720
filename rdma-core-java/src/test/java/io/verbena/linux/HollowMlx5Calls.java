package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendOperation;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.mlx5.BondPorts;
import io.verbena.mlx5.CompressedCompletionFormat;
import io.verbena.mlx5.DeviceMemoryLayout;
import io.verbena.mlx5.Mlx5Clock;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.mlx5.Mlx5DeviceAttributes;
import io.verbena.mlx5.Mlx5Layout;
import io.verbena.mlx5.Mlx5PortAttributes;
import io.verbena.mlx5.Mlx5QueuePairFlag;
import io.verbena.mlx5.Mlx5SendOperation;
import io.verbena.mlx5.QueueLayout;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkQueue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Calls the functions of libmlx5 on the hollow device; {@code testbed/hollow/reference_mlx5.c} makes the same calls in the same order,
 * and {@code testbed/checks/driver-calls} compares what the device received. With the argument {@code refused}, each call fails once;
 * with {@code absent}, the library of Verbena must be missing.
 */
final class HollowMlx5Calls extends HollowProgram {
    private static final long ACCESS_KEY = 0x8877665544332211L;
    private static final QueuePairCapacity CAPACITY = new QueuePairCapacity(20, 21, 2, 3, 32);

    private final Context context;
    private final ProtectionDomain domain;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4096);
    private final MemoryRegion region;
    private final Mlx5Device mlx5;

    private HollowMlx5Calls(Context context, boolean refusing) {
        super(refusing);
        this.context = context;
        this.domain = context.protectionDomain();
        this.region = domain.register(memory, AccessFlag.LOCAL_WRITE);
        say("supported %d".formatted(Mlx5Device.isMlx5(context) ? 1 : 0));
        this.mlx5 = Mlx5Device.of(context);
    }

    public static void main(String[] arguments) {
        run(
                arguments,
                "verbena_mlx5",
                Mlx5Device::isMlx5,
                Mlx5Device::of,
                (context, refusing) -> new HollowMlx5Calls(context, refusing).all());
    }

    private void all() {
        device();
        CompletionQueue queue = object(
                "mlx5dv_create_cq",
                () -> mlx5.completionQueue()
                        .create(32, CompletionField.BYTE_LENGTH, CompletionField.SOURCE_QUEUE_PAIR));
        object(
                "mlx5dv_create_cq",
                () -> mlx5.completionQueue()
                        .compressed(CompressedCompletionFormat.CHECKSUM_AND_STRIDE)
                        .padded()
                        .entryBytes(128)
                        .create(32, CompletionField.BYTE_LENGTH, CompletionField.SOURCE_QUEUE_PAIR));
        SharedReceiveQueue shared = domain.sharedReceiveQueue(new SharedReceiveQueueAttributes(16, 1, 0));
        dynamic(queue, shared);
        QueuePair pair = pair(() -> mlx5.queuePair(domain)
                .completions(queue)
                .capacity(CAPACITY)
                .flags(Mlx5QueuePairFlag.SIGNATURE_PIPELINING, Mlx5QueuePairFlag.PACKET_BASED_CREDITS)
                .ownOperations(Mlx5SendOperation.values())
                .reliable());
        ports(pair);
        layouts(pair, queue, shared);
        workQueue(queue);
        deviceMemory();
        HollowMlx5Objects objects = new HollowMlx5Objects(refusing, mlx5, domain, region, memory);
        objects.encryption(pair);
        objects.resources(pair);
        objects.devx(pair, queue, shared, context);
        objects.memories();
    }

    private void device() {
        Mlx5DeviceAttributes found = object("mlx5dv_query_device", mlx5::attributes);
        say("device %x %x compressed %d %x parsing %x striding %d %d %d %d %x"
                .formatted(
                        found.flags().bits(),
                        found.valid(),
                        found.maxCompressedCompletions(),
                        found.compressedFormats().bits(),
                        found.softwareParsing(),
                        found.striding().minBytes(),
                        found.striding().maxBytes(),
                        found.striding().minStrides(),
                        found.striding().maxStrides(),
                        found.striding().types()));
        say("device %x %d %x %x %x %x %d signature %x %x %x %x streams %d %d copy %x crypto %x %x %x %d %x"
                .formatted(
                        found.tunnels().bits(),
                        found.maxRegisters(),
                        found.maxClockUpdateNanos(),
                        found.flowActions(),
                        found.dynamicPaging(),
                        found.coreClock(),
                        found.bondPorts(),
                        found.signature().blockSizes(),
                        found.signature().kinds(),
                        found.signature().guards(),
                        found.signature().crcs(),
                        found.maxStreams(),
                        found.maxFailedStreams(),
                        found.maxCopyBytes(),
                        found.crypto().failedTests(),
                        found.crypto().engines(),
                        found.crypto().imports(),
                        found.crypto().maxKeys(),
                        found.crypto().flags()));
        say("device %x %x %x %x"
                .formatted(
                        found.maxReads(),
                        found.maxStartedReads(),
                        found.metadata().value(),
                        found.metadata().mask()));
        Mlx5PortAttributes port = object("mlx5dv_query_port", () -> mlx5.port(1));
        say("port %d %d %d %x %x %x %x"
                .formatted(
                        port.virtualPort().orElse(-1),
                        port.host().orElse(-1),
                        port.switchOwner().orElse(-1),
                        port.receiveSteering().orElse(-1),
                        port.sendSteering().orElse(-1),
                        port.metadata().orElseThrow().value(),
                        port.metadata().orElseThrow().mask()));
        Mlx5PortAttributes other = mlx5.port(2);
        say("port %d %s"
                .formatted(
                        other.virtualPort().orElse(-1),
                        other.host().isEmpty()
                                        && other.sendSteering().isEmpty()
                                        && other.metadata().isEmpty()
                                ? "without others"
                                : other.toString()));
        Mlx5Clock clock = object("mlx5dv_get_clock_info", mlx5::clock);
        for (long timestamp = 0xffffffe0000L; timestamp < 0x100000020000L; timestamp += 0x7fff) {
            say("time " + Long.toUnsignedString(clock.nanos(timestamp & 0xfffffffffffL)));
        }
        int number = object("mlx5dv_reserved_qpn_alloc", mlx5::reserveQueuePairNumber);
        say("reserved %x".formatted(number));
        result("mlx5dv_reserved_qpn_dealloc", () -> mlx5.releaseQueuePairNumber(number));
        later(
                "mlx5dv_get_data_direct_sysfs_path",
                () -> say("path " + object("mlx5dv_get_data_direct_sysfs_path", mlx5::dataDirectPath)));
    }

    private QueuePair pair(Supplier<QueuePair> creation) {
        QueuePair pair = object("mlx5dv_create_qp", creation);
        QueuePairCapacity granted = pair.capacity();
        say("granted %d %d %d %d %d"
                .formatted(
                        granted.sends(),
                        granted.receives(),
                        granted.sendSegments(),
                        granted.receiveSegments(),
                        granted.inlineBytes()));
        return pair;
    }

    private QueuePair initiator(CompletionQueue queue, boolean streams) {
        return pair(() -> {
            var builder = mlx5.queuePair(domain)
                    .completions(queue)
                    .capacity(CAPACITY)
                    .operations(
                            SendOperation.SEND,
                            SendOperation.RDMA_WRITE,
                            SendOperation.RDMA_READ,
                            SendOperation.FETCH_AND_ADD);
            if (streams) {
                builder.streams(7, 5).flags(Mlx5QueuePairFlag.DATA_IN_MEMORY_ONLY);
            }
            return builder.initiator();
        });
    }

    private void dynamic(CompletionQueue queue, SharedReceiveQueue shared) {
        QueuePair plain = initiator(queue, false);
        QueuePair streamed = initiator(queue, true);
        QueuePair target = pair(() ->
                mlx5.queuePair(domain).completions(queue).receivesFrom(shared).target(ACCESS_KEY));
        AddressVector vector = AddressVector.to(1, Lid.of(0x12));
        AddressHandle address = object("create_ah", () -> domain.addressHandle(vector));
        QueuePairSetup setup = QueuePairSetup.port(1)
                .to(vector)
                .partitionKeyIndex(3)
                .mtu(Mtu.MTU_2048)
                .timeout(15, 6)
                .receiverNotReady(5, 13)
                .reads(4)
                .access(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);
        once("modify_qp", () -> mlx5.readyInitiator(plain, setup));
        once("modify_qp", () -> mlx5.readyInitiator(streamed, setup));
        once("modify_qp", () -> mlx5.readyTarget(target, setup));
        say("target number %x".formatted(mlx5.number(target)));
        requests(plain, address, false);
        requests(streamed, address, true);
        requireRefusals(plain, target, address);
        result("mlx5dv_dci_stream_id_reset", () -> mlx5.resetStream(streamed, 0xff01));
        result("mlx5dv_map_ah_to_qp", () -> mlx5.mapAddress(address, 0x123456));
        byte[] bytes = object("mlx5dv_init_obj", () -> mlx5.layout().vector(address));
        say("vector %02x %02x".formatted(bytes[0], bytes[47]));
        address.close();
    }

    /** Performs several calls of which the first one fails once if it is to. */
    private void once(String name, Runnable calls) {
        if (refusing) {
            say("%s fails with %d"
                    .formatted(
                            name,
                            failure(name, () -> {
                                        calls.run();
                                        return name;
                                    })
                                    .errno()));
        }
        calls.run();
    }

    private void requests(QueuePair pair, AddressHandle address, boolean streams) {
        SendRequests list = pair.sendRequests(4);
        for (int i = 1; i <= 4; i++) {
            switch (i) {
                case 1 -> list.send(i);
                case 2 -> list.write(i, 0x1122334455667788L, 0x99);
                case 3 -> list.read(i, 0x2000, 0x98);
                default -> list.fetchAndAdd(i, 0x3000, 0x97, 7);
            }
            if (streams) {
                list.toTarget(address, 0xd0d0d0, ACCESS_KEY, 0xff00 + i);
            } else {
                list.toTarget(address, 0xd0d0d0, ACCESS_KEY);
            }
            list.segment(region, 8, 24);
        }
        pair.post(list);
    }

    /** Requests without a target, and sends of a target, reach no C function. */
    private static void requireRefusals(QueuePair initiator, QueuePair target, AddressHandle address) {
        SendRequests without = initiator.sendRequests(1);
        without.send(1).to(address, 1, 2);
        requireRefused(initiator, without, "without a target");
        SendRequests sends = target.sendRequests(1);
        sends.send(1).toTarget(address, 1, 2);
        requireRefused(target, sends, "only receives");
    }

    private static void requireRefused(QueuePair pair, SendRequests requests, String why) {
        try {
            pair.post(requests);
        } catch (IllegalStateException e) {
            if (String.valueOf(e.getMessage()).contains(why)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("posted a request " + why);
    }

    private void ports(QueuePair pair) {
        BondPorts bond = object("mlx5dv_query_qp_lag_port", () -> mlx5.bondPorts(pair));
        say("bond %d %d".formatted(bond.assigned(), bond.active()));
        result("mlx5dv_modify_qp_lag_port", () -> mlx5.assignBondPort(pair, 2));
        result("mlx5dv_modify_qp_udp_sport", () -> mlx5.udpSourcePort(pair, 0xc001));
    }

    private void layouts(QueuePair pair, CompletionQueue queue, SharedReceiveQueue shared) {
        Mlx5Layout layout = mlx5.layout();
        List<QueueLayout> both = object("mlx5dv_init_obj", () -> layout.of(pair));
        QueueLayout sends = both.get(0);
        say("sends %x %d of %d doorbells %x register %x number %x"
                .formatted(
                        sends.address(),
                        sends.entries(),
                        sends.entryBytes(),
                        sends.doorbells(),
                        sends.register(),
                        sends.number()));
        QueueLayout receives = both.get(1);
        say("receives %x %d of %d number %x"
                .formatted(receives.address(), receives.entries(), receives.entryBytes(), receives.number()));
        QueueLayout completions = object("mlx5dv_init_obj", () -> layout.of(queue));
        say("completions %x %d of %d doorbells %x register %x number %x"
                .formatted(
                        completions.address(),
                        completions.entries(),
                        completions.entryBytes(),
                        completions.doorbells(),
                        completions.register(),
                        completions.number()));
        QueueLayout list = object("mlx5dv_init_obj", () -> layout.of(shared));
        say("shared %x of %d doorbells %x number %x"
                .formatted(list.address(), list.entryBytes(), list.doorbells(), list.number()));
        say("domain %x".formatted(object("mlx5dv_init_obj", () -> layout.number(domain))));
    }

    private void workQueue(CompletionQueue queue) {
        WorkQueue work = domain.workQueue(new WorkQueueAttributes(8, 2, Set.of()), queue);
        QueueLayout found = object("mlx5dv_init_obj", () -> mlx5.layout().of(work));
        say("work %x %d of %d doorbells %x"
                .formatted(found.address(), found.entries(), found.entryBytes(), found.doorbells()));
        work.close();
    }

    private void deviceMemory() {
        DeviceMemory dm = context.deviceMemory(4096, 0);
        DeviceMemoryLayout found = object("mlx5dv_init_obj", () -> mlx5.layout().of(dm));
        say("memory %x %x %x".formatted(found.address(), found.length(), found.remoteAddress()));
        say("operation %x"
                .formatted(object("mlx5dv_dm_map_op_addr", () -> mlx5.layout().operationAddress(dm, 9))));
        dm.close();
    }
}
