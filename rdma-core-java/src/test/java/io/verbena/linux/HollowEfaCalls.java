package io.verbena.linux;

import io.verbena.efa.EfaDevice;
import io.verbena.efa.SrdQueuePairBuilder;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.hca.EfaInterconnects;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaProcessingHint;
import io.verbena.hca.EfaQueueMemory;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendOperation;
import io.verbena.iba.Gid;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Calls the functions of libefa on the hollow device; {@code testbed/hollow/reference_efa.c} makes the same calls in the same order,
 * and {@code testbed/checks/driver-calls} compares what the device received. With the argument {@code refused}, each call fails once;
 * with {@code absent}, the library of Verbena must be missing.
 */
final class HollowEfaCalls extends HollowProgram {
    private static final long REFUSE_POLL = 0xbad1L << 48;
    private static final Gid PEER = Gid.parse("fe80::102:304:506:708");

    private final EfaDevice efa;
    private final ProtectionDomain domain;
    private final MemoryRegion region;

    private HollowEfaCalls(Context context, boolean refusing) {
        super(refusing);
        this.domain = context.protectionDomain();
        this.region = domain.register(ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE);
        this.efa = EfaDevice.of(context);
    }

    public static void main(String[] arguments) {
        run(
                arguments,
                "verbena_efa",
                EfaDevice::isEfa,
                EfaDevice::of,
                (context, refusing) -> new HollowEfaCalls(context, refusing).all());
    }

    private void all() {
        device();
        CompletionQueue first = queue(EfaCompletionField.SOURCE_GID);
        CompletionQueue second = queue(EfaCompletionField.SOURCE_GID, EfaCompletionField.UNSOLICITED);
        QueuePair plain = pair(builder(first));
        QueuePair special = pair(builder(second)
                .flags(EfaQueuePairFlag.UNSOLICITED_WRITE_RECEIVE, EfaQueuePairFlag.INLINE_WRITE)
                .serviceLevel(5));
        AddressHandle address = object("create_ah", () -> domain.addressHandle(AddressVector.to(1, PEER, 0)));
        say("number %x".formatted(object("efadv_query_ah", () -> efa.number(address))));
        requests(plain, address);
        completion(first);
        requests(special, address);
        completion(second);
        failingPoll(plain, first, address);
        hints(second, address);
        externalQueue();
        counters();
        interconnects();
        depths();
        queues(special, second);
        address.close();
    }

    private void device() {
        EfaDeviceAttributes found = object("efadv_query_device", efa::attributes);
        say("device %d %d %d %d %d %d %d %x"
                .formatted(
                        found.maxSends(),
                        found.maxReceives(),
                        found.maxSendSegments(),
                        found.maxReceiveSegments(),
                        found.maxInlineBytes(),
                        found.maxExtendedInlineBytes(),
                        found.maxRdmaBytes(),
                        found.capabilities().bits()));
    }

    private CompletionQueue queue(EfaCompletionField... additional) {
        Set<CompletionField> fields = Set.of(CompletionField.BYTE_LENGTH, CompletionField.SOURCE_QUEUE_PAIR);
        return object("efadv_create_cq", () -> efa.completionQueue(32, null, 0, fields, additional));
    }

    private SrdQueuePairBuilder builder(CompletionQueue queue) {
        return efa.queuePair(domain)
                .completions(queue)
                .capacity(new QueuePairCapacity(20, 21, 2, 3, 32))
                .operations(
                        SendOperation.SEND,
                        SendOperation.SEND_WITH_IMMEDIATE,
                        SendOperation.RDMA_READ,
                        SendOperation.RDMA_WRITE,
                        SendOperation.RDMA_WRITE_WITH_IMMEDIATE);
    }

    private QueuePair pair(SrdQueuePairBuilder builder) {
        QueuePair pair = object("efadv_create_qp_ex", builder::create);
        QueuePairCapacity granted = pair.capacity();
        say("granted %d %d %d %d %d"
                .formatted(
                        granted.sends(),
                        granted.receives(),
                        granted.sendSegments(),
                        granted.receiveSegments(),
                        granted.inlineBytes()));
        QueuePairSetup setup =
                QueuePairSetup.port(1).partitionKeyIndex(3).queueKey(0x11223344).sequenceNumbers(0x654321, 0);
        result("modify_qp", () -> pair.initialise(setup));
        pair.connect(setup);
        return pair;
    }

    private void requests(QueuePair pair, AddressHandle address) {
        pair.post(pair.receiveRequests(1).receive(77).segment(region, 8, 24));
        SendRequests list = pair.sendRequests(5);
        list.send(1).to(address, 0x111, 0x1001).segment(region, 8, 24);
        list.sendImmediate(2, 0x01020304).to(address, 0x222, 0x1002).segment(region, 8, 24);
        list.write(3, 0x1122334455667788L, 0x99).to(address, 0x333, 0x1003).segment(region, 8, 24);
        list.writeImmediate(4, 0x2000, 0x98, 0x05060708)
                .to(address, 0x444, 0x1004)
                .segment(region, 8, 24);
        list.read(5, 0x3000, 0x97).to(address, 0x555, 0x1005).segment(region, 8, 24);
        pair.post(list);
    }

    private void completion(CompletionQueue queue) {
        CompletionBatch batch = queue.batch(1);
        if (refusing) {
            refuse("wc_read_sgid 28\n");
        }
        queue.poll(batch);
        refuse("");
        WorkCompletion completion = batch.get(0);
        Gid gid = completion.sourceGid();
        say("completion %d source %x length %x gid %016x%016x unsolicited %d"
                .formatted(
                        completion.id(),
                        completion.sourceQueuePair(),
                        completion.byteLength(),
                        gid.prefix(),
                        gid.interfaceId(),
                        completion.isUnsolicited() ? 1 : 0));
        say("left %d".formatted(queue.poll(batch)));
    }

    private void failingPoll(QueuePair pair, CompletionQueue queue, AddressHandle address) {
        pair.post(pair.sendRequests(1)
                .send(REFUSE_POLL | Errno.EIO)
                .to(address, 0x111, 0x1001)
                .segment(region, 8, 24));
        try {
            throw new IllegalStateException("polled " + queue.poll(queue.batch(1)) + " although the poll fails");
        } catch (SysException e) {
            say("poll fails with %d".formatted(e.errno()));
        }
    }

    private void hints(CompletionQueue queue, AddressHandle address) {
        later("efadv_qp_from_ibv_qp_ex", () -> {
            QueuePair pair = pair(builder(queue).processingHints());
            SendRequests list = pair.sendRequests(2);
            list.send(1)
                    .to(address, 0x111, 0x1001)
                    .segment(region, 8, 24)
                    .processingHints(Set.of(EfaProcessingHint.PACKET_RATE));
            list.write(2, 0x1122334455667788L, 0x99).to(address, 0x333, 0x1003).segment(region, 8, 24);
            pair.post(list);
            pair.close();
        });
    }

    private void externalQueue() {
        Set<CompletionField> fields = Set.of(CompletionField.BYTE_LENGTH);
        try {
            efa.completionQueue(16, null, 0, fields, EfaMemory.ofDmaBuf(9, 0x1000, 0x2000, 0x7000));
        } catch (SysException e) {
            say("a queue in a DMA-BUF fails with %d".formatted(e.errno()));
            return;
        }
        EfaMemory unmapped = EfaMemory.ofDmaBuf(9, 0x1000, 0x2000);
        CompletionQueue queue = object("efadv_create_cq", () -> efa.completionQueue(16, null, 0, fields, unmapped));
        CompletionBatch batch = queue.batch(1);
        try {
            queue.poll(batch);
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("polled a queue in memory that is not mapped");
    }

    private void counters() {
        later("efadv_create_comp_cntr", () -> {
            counter(EfaMemory.OF_LIBRARY, EfaMemory.OF_LIBRARY);
            counter(EfaMemory.ofProcess(0x7010, 8), EfaMemory.ofDmaBuf(9, 0x1018, 8, 0x7018));
        });
    }

    private void counter(EfaMemory completions, EfaMemory errors) {
        object(
                        "efadv_create_comp_cntr",
                        () -> efa.completionCounter(CompletionCounterType.REQUESTS, completions, errors))
                .close();
    }

    private void interconnects() {
        later("efadv_query_mr", () -> {
            EfaInterconnects found = object("efadv_query_mr", () -> efa.interconnects(region));
            say("interconnects %d %d %d"
                    .formatted(
                            found.receives().orElse(-1),
                            found.reads().orElse(-1),
                            found.writtenByPeers().orElse(-1)));
        });
    }

    private void depths() {
        later(
                "efadv_get_max_sq_depth",
                () -> say("sends %d".formatted(object("efadv_get_max_sq_depth", () -> efa.maxSends(2, 3, 32, true)))));
        later(
                "efadv_get_max_rq_depth",
                () -> say("receives %d".formatted(object("efadv_get_max_rq_depth", () -> efa.maxReceives(4)))));
    }

    private void queues(QueuePair pair, CompletionQueue queue) {
        later(
                "efadv_query_qp_wqs",
                () -> object("efadv_query_qp_wqs", () -> efa.queues(pair)).forEach(HollowEfaCalls::say));
        later("efadv_query_cq", () -> say(object("efadv_query_cq", () -> efa.memory(queue))));
    }

    private static void say(EfaQueueMemory found) {
        say("queue %x entries %d of %d doorbell %x batch %d wide %d"
                .formatted(
                        found.address(),
                        found.entries(),
                        found.entryBytes(),
                        found.doorbell(),
                        found.maxBatch(),
                        found.hasWideIds() ? 1 : 0));
    }
}
