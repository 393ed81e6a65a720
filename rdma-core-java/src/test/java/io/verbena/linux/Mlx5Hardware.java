package io.verbena.linux;

import static io.verbena.linux.HardwareReport.show;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.SendFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.mlx5.DevxMemory;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.mlx5.Mlx5DeviceAttributes;
import io.verbena.mlx5.Mlx5MemoryType;
import io.verbena.mlx5.Mlx5Opening;
import io.verbena.mlx5.Mlx5SendOperation;
import io.verbena.mlx5.QueueArena;
import io.verbena.mlx5.QueueLayout;
import io.verbena.mlx5.RawCompletionType;
import io.verbena.mlx5.RawCompletions;
import io.verbena.mlx5.RawOperation;
import io.verbena.mlx5.RawRequest;
import io.verbena.mlx5.RawRequestFlag;
import io.verbena.mlx5.StridingReceives;
import io.verbena.mlx5.VirtualDoorbells;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * The functions of libmlx5 on a ConnectX device that sends to itself. {@code testbed/hardware/report} runs them with the system
 * property {@code verbena.hardware.device}; the build has no such device. Each test prints what it found.
 */
class Mlx5Hardware {
    private static final String DEVICE = System.getProperty("verbena.hardware.device", "");
    private static final int LENGTH = 4096;
    private static final int MESSAGE = 64;
    private static final long ACCESS_KEY = 0x1234;

    private final Rdma rdma = Rdma.open();
    private final Mlx5Device device = rdma.verbs(Mlx5Opening.device(DEVICE));
    private final Context context = device.context();
    private final ProtectionDomain domain = context.protectionDomain();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
    private final MemoryRegion region = domain.register(memory, AccessFlag.LOCAL_WRITE);

    @AfterEach
    void close() {
        rdma.close();
    }

    private AddressVector here() {
        if (context.port(1).linkLayer() != LinkLayer.ETHERNET) {
            return AddressVector.to(1, context.port(1).lid());
        }
        GidTableEntry entry = context.gids().stream()
                .filter(gid -> gid.port() == 1 && gid.type() == GidType.ROCE_V2)
                .findFirst()
                .orElseThrow(
                        () -> new TestAbortedException("port 1 has no GID of RoCE v2: give its interface an address"));
        return AddressVector.to(1, entry.gid(), entry.index());
    }

    private CompletionQueue queue() {
        return device.completionQueue().create(16, CompletionField.BYTE_LENGTH);
    }

    private static void awaitSuccess(CompletionQueue queue, int count) {
        CompletionBatch batch = queue.batch(1);
        for (int i = 0; i < count; i++) {
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (queue.poll(batch) == 0) {
                assertThat(System.nanoTime()).as("time of the completion").isLessThan(deadline);
            }
            batch.get(0).check();
        }
    }

    private void requireMessage(int offset) {
        for (int i = 0; i < MESSAGE; i++) {
            assertThat(memory.get(offset + i)).isEqualTo((byte) (i + 1));
        }
    }

    private void fillMessage() {
        for (int i = 0; i < MESSAGE; i++) {
            memory.put(i, (byte) (i + 1));
        }
    }

    @Test
    void attributes() {
        assertThat(Mlx5Device.isMlx5(context)).isTrue();
        assertThat(show("mlx5dv_query_device", device::attributes).maxRegisters())
                .isNotNegative();
        show("mlx5dv_query_port", () -> device.port(1));
    }

    @Test
    void theClockHasATime() {
        long first = show("mlx5dv_get_clock_info", device::clock).nanos();
        assertThat(first).isPositive();
    }

    @Test
    void queuePairNumbersAreReserved() {
        int number = show("mlx5dv_reserved_qpn_alloc", device::reserveQueuePairNumber);
        device.releaseQueuePairNumber(number);
    }

    @Test
    void anInitiatorSendsToATarget() {
        CompletionQueue queue = queue();
        SharedReceiveQueue shared = domain.sharedReceiveQueue(new SharedReceiveQueueAttributes(16, 1, 0));
        QueuePair target = show(
                "mlx5dv_create_qp of a target",
                () -> device.queuePair(domain)
                        .completions(queue)
                        .receivesFrom(shared)
                        .target(ACCESS_KEY));
        QueuePair initiator = device.queuePair(domain).completions(queue).initiator();
        AddressVector here = here();
        QueuePairSetup setup = QueuePairSetup.port(1).to(here);
        device.readyTarget(target, setup);
        device.readyInitiator(initiator, setup);
        shared.post(shared.receiveRequests(1).receive(1).segment(region, LENGTH / 2, MESSAGE));
        fillMessage();

        SendRequests send = initiator.sendRequests(1);
        send.send(2)
                .toTarget(domain.addressHandle(here), device.number(target), ACCESS_KEY)
                .segment(region, 0, MESSAGE);
        initiator.post(send);

        awaitSuccess(queue, 2);
        requireMessage(LENGTH / 2);
    }

    /** Returns two connected queue pairs with requests in the format of the device. */
    private List<QueuePair> pairs(CompletionQueue sends, CompletionQueue receives) {
        QueuePair sender = show(
                "mlx5dv_create_qp with raw requests",
                () -> device.queuePair(domain)
                        .completions(sends)
                        .ownOperations(Mlx5SendOperation.RAW_REQUEST)
                        .reliable());
        QueuePair receiver = device.queuePair(domain).completions(receives).reliable();
        AddressVector here = here();
        sender.connect(QueuePairSetup.port(1).to(here, receiver.number()));
        receiver.connect(QueuePairSetup.port(1).to(here, sender.number()));
        return List.of(sender, receiver);
    }

    private void sendRaw(List<QueuePair> pairs) {
        QueuePair receiver = pairs.get(1);
        receiver.post(receiver.receiveRequests(1).receive(1).segment(region, LENGTH / 2, MESSAGE));
        fillMessage();
        device.requests(pairs.get(0))
                .raw(
                        2,
                        RawRequest.at(ByteBuffer.allocate(MESSAGE))
                                .control(0, RawOperation.SEND, 0, 0, 0, 0, RawRequestFlag.SIGNALED)
                                .data(MESSAGE, region.localKey(), region.address())
                                .bytes(),
                        SendFlag.SIGNALED);
    }

    @Test
    void aRawRequestSends() {
        CompletionQueue queue = queue();

        sendRaw(pairs(queue, queue));

        awaitSuccess(queue, 2);
        requireMessage(LENGTH / 2);
    }

    @Test
    void aCompletionIsReadFromTheMemoryOfTheQueue() {
        CompletionQueue queue = queue();
        List<QueuePair> pairs = pairs(queue(), queue);
        QueueLayout layout = show(
                "mlx5dv_init_obj of a completion queue", () -> device.layout().of(queue));
        RawCompletions completions = RawCompletions.in(device.layout().map(layout), layout.entryBytes());

        sendRaw(pairs);

        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!completions.arrived(0)) {
            assertThat(System.nanoTime()).as("time of the completion").isLessThan(deadline);
        }
        System.out.print(completions.dump());
        assertThat(completions.type()).isEqualTo(RawCompletionType.RECEIVE);
        assertThat(completions.byteCount()).isEqualTo(MESSAGE);
        assertThat(completions.queuePair()).isEqualTo(pairs.get(1).number());
    }

    @Test
    void queuesAreInAnArena() {
        ByteBuffer pages = ByteBuffer.allocateDirect(1 << 20);
        QueueArena arena =
                show("mlx5dv_set_context_attr", () -> device.resources().queueArena(pages));
        CompletionQueue queue = queue();
        assertThat(arena.used()).isPositive();

        List<QueuePair> pairs = pairs(queue, queue);
        sendRaw(pairs);

        awaitSuccess(queue, 2);
        requireMessage(LENGTH / 2);
        pairs.forEach(QueuePair::close);
        queue.close();
        assertThat(arena.used()).isZero();
        arena.close();
    }

    @Test
    void memoryOfTheDeviceKeepsItsBytes() {
        DeviceMemory onChip = show("mlx5dv_alloc_dm", () -> device.deviceMemory(Mlx5MemoryType.ON_CHIP, MESSAGE, 0));
        fillMessage();
        onChip.write(0, memory.duplicate().limit(MESSAGE));
        onChip.read(0, memory.duplicate().position(LENGTH / 2).limit(LENGTH / 2 + MESSAGE));

        requireMessage(LENGTH / 2);
    }

    @Test
    void aWorkQueueHasStrides() {
        Mlx5DeviceAttributes.StridingLimits limits = device.attributes().striding();
        assumeTrue(limits.maxStrides() > 0, "the device has no receives with strides");
        StridingReceives receives = new StridingReceives(limits.minBytes(), limits.minStrides(), false);

        show("mlx5dv_create_wq", () -> device.workQueue(domain, queue(), WorkQueueAttributes.of(8, 1), receives));
    }

    @Test
    void theFirmwareAnswersACommand() {
        Mlx5Device commands = show(
                "mlx5dv_open_device",
                () -> rdma.verbs(Mlx5Opening.device(DEVICE).commands()));
        ByteBuffer capabilities =
                ByteBuffer.allocateDirect(16).putShort(0, (short) 0x100).putShort(6, (short) 1);

        ByteBuffer answer =
                show("mlx5dv_devx_general_cmd", () -> commands.devx().command(capabilities, 16 + LENGTH));

        assertThat(answer.get(0)).as("status").isZero();
    }

    @Test
    void objectsAreShared() {
        DevxMemory registered =
                show("mlx5dv_devx_umem_reg", () -> device.devx().memory(memory, AccessFlag.LOCAL_WRITE));
        show("mlx5dv_get_export_sizes", device.devx()::exportSizes);
        DevxMemory imported =
                show("mlx5dv_devx_umem_import", () -> device.devx().importMemory(registered.export()));
        assertThat(imported.number()).isEqualTo(registered.number());
    }

    @Test
    void doorbellsOfVirtualDevicesAreShared() {
        VirtualDoorbells page = show("mlx5dv_alloc_var", device.resources()::virtualDoorbells);
        VirtualDoorbells imported =
                show("mlx5dv_var_import", () -> device.resources().importVirtualDoorbells(page.export()));
        assertThat(imported.number()).isEqualTo(page.number());
    }
}
