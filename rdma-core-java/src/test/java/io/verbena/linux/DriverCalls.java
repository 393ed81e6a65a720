package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.evidence.EvidenceRecorder;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.DomainAllocator;
import io.verbena.verbs.DomainMemoryRequest;
import io.verbena.verbs.Flow;
import io.verbena.verbs.FlowAction;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
import io.verbena.verbs.flow.EspFlag;
import io.verbena.verbs.flow.FieldMatch;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.Ipv4;
import io.verbena.verbs.flow.TransportPorts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tests the arguments that a driver gets from Java and its calls of Java, on the hollow device, which logs both. {@code
 * testbed/checks/driver-calls} runs these tests.
 */
final class DriverCalls {
    private static final Path LOG = Path.of(Objects.requireNonNull(System.getenv("HOLLOW_LOG")));
    private static final int QUEUE_BYTES = 8192;
    private static final int PAIR_BYTES = 5000;

    private final Context context;
    private final ProtectionDomain plain;

    /** Memory that is not zero, and what became of it. */
    private static class Lender implements DomainAllocator {
        final List<DomainMemoryRequest> requests = new ArrayList<>();
        final List<ByteBuffer> lent = new ArrayList<>();
        final List<ByteBuffer> freed = new ArrayList<>();

        @Override
        public Optional<ByteBuffer> allocate(DomainMemoryRequest request) {
            requests.add(request);
            ByteBuffer memory = ByteBuffer.allocateDirect(request.bytes() + 2 * request.alignment())
                    .alignedSlice(request.alignment());
            for (int i = 0; i < memory.capacity(); i++) {
                memory.put(i, (byte) 0x77);
            }
            lent.add(memory);
            return Optional.of(memory);
        }

        @Override
        public void free(ByteBuffer memory) {
            freed.add(memory);
        }
    }

    private DriverCalls(Context context) {
        this.context = context;
        this.plain = context.protectionDomain();
    }

    public static void main(String[] arguments) throws Exception {
        EvidenceRecorder.start();
        try (Rdma rdma = Rdma.open();
                Context context = rdma.verbs("hollow0")) {
            DriverCalls calls = new DriverCalls(context);
            calls.anAllocatorIsAskedOnceForEachQueue();
            calls.anAllocatorLeavesItToTheDriver();
            calls.whatAnAllocatorThrowsIsTheCause();
            calls.whatAnAllocatorThrowsIsNotTheCauseOfALaterError();
            calls.memoryThatDoesNotFitIsRefused();
            calls.whatFreeThrowsStaysInJava();
            calls.aCompletionQueueTellsHowItIsUsed();
            calls.anEspActionHasEveryField();
            calls.aChangeHasOnlyWhatChanges();
            calls.aRuleNamesItsAction();
            calls.aQueuePairSaysWhatItSegmentsAndInWhoseName();
            calls.aSegmentedSendHasItsHeaders();
            calls.aQueuePairTellsThatItIsDraining();
        }
        System.out.println("a driver gets what was said, and what it asks for");
    }

    private void anAllocatorIsAskedOnceForEachQueue() throws IOException {
        Lender lender = new Lender();
        ProtectionDomain domain = plain.parentDomain(lender);
        CompletionQueue queue = domain.completionQueue(16, null, 0, Set.of());
        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();

        equal(
                lender.requests,
                List.of(
                        new DomainMemoryRequest(QUEUE_BYTES, 4096, 0x21_0000_0002L),
                        new DomainMemoryRequest(PAIR_BYTES, 64, 0x21_0000_0001L)));
        equal(lender.requests.get(0).driver(), 0x21);
        equal(lender.requests.get(0).resource(), 2);
        equal(told(), List.of("cq fields 0 flags 0", "memory 8192 off 0 dirty 0", "memory 5000 off 0 dirty 0"));
        equal(lender.lent.get(1).get(PAIR_BYTES - 1), (byte) 0x5a);
        equal(lender.lent.get(1).get(PAIR_BYTES), (byte) 0x77);
        equal(lender.freed, List.of());
        System.gc();
        pair.close();
        equal(lender.freed.size(), 1);
        same(lender.freed.get(0), lender.lent.get(1));
        domain.close();
        same(lender.freed.get(1), lender.lent.get(0));
        equal(queue.isClosed(), true);
    }

    private void anAllocatorLeavesItToTheDriver() throws IOException {
        ProtectionDomain domain = plain.parentDomain(request -> Optional.empty());
        domain.completionQueue(16, null, 0, Set.of()).close();
        domain.close();
        equal(told(), List.of("cq fields 0 flags 0", "default 8192"));
    }

    private void whatAnAllocatorThrowsIsTheCause() throws IOException {
        for (Throwable thrown : List.of(new IllegalStateException("no huge pages"), new StackOverflowError("deep"))) {
            ProtectionDomain domain = plain.parentDomain(request -> {
                throw sneaky(thrown);
            });
            SysException refused = refusal(() -> domain.completionQueue(16, null, 0, Set.of()));
            equal(refused.errno(), Errno.ENOMEM);
            equal(refused.getCause(), thrown);
            equal(told(), List.of("cq fields 0 flags 0", "none 8192"));
            domain.close();
        }
        CompletionQueue queue = context.completionQueue(4);
        equal(refusal(() -> queue.resize(1 << 8 | Errno.ENOSPC)).getCause(), null);
        queue.close();
    }

    /** The driver resizes a queue without the memory that it asked for in vain. */
    private void whatAnAllocatorThrowsIsNotTheCauseOfALaterError() throws IOException {
        Lender lender = new Lender() {
            @Override
            public Optional<ByteBuffer> allocate(DomainMemoryRequest request) {
                if (!lent.isEmpty()) {
                    throw new IllegalStateException("no more memory");
                }
                return super.allocate(request);
            }
        };
        ProtectionDomain domain = plain.parentDomain(lender);
        CompletionQueue queue = domain.completionQueue(16, null, 0, Set.of());

        queue.resize(32);

        CompletionQueue other = context.completionQueue(4);
        equal(refusal(() -> other.resize(1 << 8 | Errno.ENOSPC)).getCause(), null);
        other.close();
        SysException refused = refusal(() -> queue.resize(1 << 8 | Errno.ENOMEM));
        equal(refused.getCause() instanceof IllegalStateException, true);
        domain.close();
        told();
    }

    private static RuntimeException sneaky(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }

    private void memoryThatDoesNotFitIsRefused() throws IOException {
        ByteBuffer aligned = ByteBuffer.allocateDirect(4 * QUEUE_BYTES).alignedSlice(4096);
        for (ByteBuffer memory : List.of(
                ByteBuffer.allocate(QUEUE_BYTES),
                aligned.duplicate().limit(QUEUE_BYTES - 1),
                aligned.duplicate().position(64),
                aligned.asReadOnlyBuffer())) {
            ProtectionDomain domain = plain.parentDomain(request -> Optional.of(memory));
            SysException refused = refusal(() -> domain.completionQueue(16, null, 0, Set.of()));
            equal(refused.getCause() instanceof IllegalArgumentException, true);
            domain.close();
        }
        ProtectionDomain twice = plain.parentDomain(request -> Optional.of(aligned));
        CompletionQueue first = twice.completionQueue(16, null, 0, Set.of());
        SysException refused = refusal(() -> twice.completionQueue(16, null, 0, Set.of()));
        equal(refused.getCause() instanceof IllegalStateException, true);
        first.close();
        twice.completionQueue(16, null, 0, Set.of());
        twice.close();
        told();
    }

    private void whatFreeThrowsStaysInJava() throws IOException {
        Lender lender = new Lender() {
            @Override
            public void free(ByteBuffer memory) {
                super.free(memory);
                throw new IllegalStateException("this is logged");
            }
        };
        ProtectionDomain domain = plain.parentDomain(lender);
        domain.completionQueue(16, null, 0, Set.of());
        domain.close();
        equal(lender.freed.size(), 1);
        told();
    }

    private void aCompletionQueueTellsHowItIsUsed() throws IOException {
        context.completionQueue(
                        16,
                        null,
                        0,
                        Set.of(CompletionField.VLAN),
                        CompletionQueueFlag.SINGLE_THREADED,
                        CompletionQueueFlag.IGNORE_OVERRUN)
                .close();
        equal(told(), List.of("cq fields " + Integer.toHexString(CompletionField.VLAN.code()) + " flags 3"));
    }

    private static AesGcmKey key() {
        byte[] bytes = new byte[24];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        AesGcmKey key =
                AesGcmKey.of(bytes, 0x51525354).vector(0x6162636465666768L).checkBytes(12);
        Arrays.fill(bytes, (byte) 0);
        return key;
    }

    private static EspAction whole() {
        return EspAction.of(
                        new EspAssociation(
                                0x01020304,
                                0x11121314,
                                0x21222324,
                                0x3132333435363738L,
                                Set.of(EspFlag.FULL_OFFLOAD, EspFlag.ENCRYPT)),
                        key())
                .replayWindow(64)
                .extendedSequence(0x41424344)
                .within(Ipv4.ANY.destination(FieldMatch.exactly(0x0a4d0002)))
                .within(TransportPorts.UDP.destination(FieldMatch.exactly(4500)));
    }

    private void anEspActionHasEveryField() throws IOException {
        context.flowAction(whole()).close();

        String secret = HexFormat.of().formatHex(new byte[] {
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
        });
        equal(
                told(),
                List.of(
                        "create mask 1 esn 41424344",
                        "association spi 1020304 seq 11121314 pad 21222324 flags 5 limit 3132333435363738",
                        "key proto 0 whole 1 iv 6162636465666768 algo 0 salt 51525354 icv 12",
                        "secret " + secret,
                        "replay proto 1 length 4 window 64",
                        "within type 32",
                        "filter 000000000a4d000200000000",
                        "within type 41",
                        "filter 11940000",
                        "destroy action"));
        equal(whole().toString().contains("010203"), false);
    }

    private void aChangeHasOnlyWhatChanges() throws IOException {
        FlowAction action = context.flowAction(EspAction.of(EspAssociation.of(7), key()));
        told();

        action.change(EspAction.change().extendedSequence(9));
        action.change(EspAction.change().association(EspAssociation.of(8, EspFlag.NEW_WINDOW, EspFlag.TRANSPORT)));

        equal(
                told(),
                List.of(
                        "modify mask 1 esn 9",
                        "modify mask 0 esn 0",
                        "association spi 8 seq 0 pad 0 flags a limit ffffffffffffffff"));
        action.close();
        told();
    }

    private void aRuleNamesItsAction() throws IOException {
        CompletionQueue queue = context.completionQueue(4);
        QueuePair pair = plain.queuePair(QueuePairType.RC).completions(queue).create();
        FlowAction action = context.flowAction(EspAction.of(EspAssociation.of(7), key()));
        told();

        Flow flow = pair.steer(FlowRule.port(1).matching(TransportPorts.UDP), action);
        action.close();

        equal(flow.isClosed(), true);
        equal(told(), List.of("spec 41", "spec 1002 of this device 1", "destroy flow", "destroy action"));
        queue.close();
    }

    private void aQueuePairSaysWhatItSegmentsAndInWhoseName() throws IOException {
        CompletionQueue queue = context.completionQueue(4);
        plain.queuePair(QueuePairType.UD)
                .completions(queue)
                .segmentation(66)
                .sourceNumber(0x123456)
                .flags(QueuePairFlag.BLOCK_SELF_MULTICAST)
                .create()
                .close();
        plain.queuePair(QueuePairType.RAW_PACKET)
                .completions(queue)
                .segmentation(54)
                .extended(Set.of(SendOperation.SEND, SendOperation.TSO))
                .create()
                .close();

        equal(
                told(),
                List.of(
                        "qp type 4 mask d flags 402 headers 66 source 123456 operations 0",
                        "qp type 8 mask 49 flags 0 headers 54 source 0 operations 404"));
        queue.close();
    }

    private void aSegmentedSendHasItsHeaders() throws IOException {
        CompletionQueue queue = context.completionQueue(4);
        MemoryRegion region = plain.register(ByteBuffer.allocateDirect(70000), AccessFlag.LOCAL_WRITE);
        ByteBuffer headers = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, (byte) 0xff, 9})
                .position(1)
                .limit(5);
        for (Set<SendOperation> operations : List.of(Set.<SendOperation>of(), Set.of(SendOperation.TSO))) {
            QueuePairBuilder builder =
                    plain.queuePair(QueuePairType.RAW_PACKET).completions(queue).segmentation(4);
            QueuePair pair = (operations.isEmpty() ? builder : builder.extended(operations)).create();
            told();

            pair.post(pair.sendRequests(2).sendSegmented(7, headers, 65535).segment(region));

            String call = operations.isEmpty() ? "post_send tso" : "wr_send_tso";
            List<String> wanted = new ArrayList<>(List.of(call + " mss 65535", "headers 010203ff"));
            if (!operations.isEmpty()) {
                wanted.add("sge list 1");
            }
            equal(told(), wanted);
            equal(headers.remaining(), 4);
            CompletionBatch completions = queue.batch(2);
            equal(queue.poll(completions), 1);
            equal(completions.get(0).id(), 7L);
            pair.close();
        }
        region.close();
        queue.close();
    }

    private void aQueuePairTellsThatItIsDraining() {
        CompletionQueue queue = context.completionQueue(4);
        QueuePair pair = plain.queuePair(QueuePairType.RC).completions(queue).create();
        QueuePairAttributes attributes = pair.query(QueuePairAttribute.STATE);

        equal(attributes.state(), QueuePairState.SEND_QUEUE_DRAINED);
        equal(attributes.isDraining(), true);
        queue.close();
    }

    /** Returns the log of the device since the last call. */
    private static List<String> told() throws IOException {
        List<String> lines = Files.exists(LOG) ? Files.readAllLines(LOG) : List.of();
        Files.deleteIfExists(LOG);
        return lines;
    }

    private static SysException refusal(Runnable call) {
        try {
            call.run();
        } catch (SysException e) {
            return e;
        }
        throw new IllegalStateException("nobody refused it");
    }

    private static void same(Object found, Object wanted) {
        if (found != wanted) {
            throw new IllegalStateException("found " + found + ", which is not the same as " + wanted);
        }
    }

    private static void equal(@Nullable Object found, @Nullable Object wanted) {
        if (!Objects.equals(found, wanted)) {
            throw new IllegalStateException("found " + found + ", where there should be " + wanted);
        }
    }
}
