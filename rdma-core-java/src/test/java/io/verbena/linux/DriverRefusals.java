package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.evidence.EvidenceRecorder;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.TagList;
import io.verbena.verbs.WorkQueue;
import io.verbena.verbs.WorkRequestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Errors of drivers, each returned by the conventions that drivers use, become the exception that names them. The hollow
 * device refuses a request if its work request ID says so; {@code testbed/checks/driver-calls} runs this.
 */
final class DriverRefusals {
    private static final long REFUSE_REQUEST = 0xbad0L << 48;
    private static final long REFUSE_POLL = 0xbad1L << 48;

    /** {@code CQ_POLL_ERR} of {@code mlx4}, {@code mlx5}, {@code mthca}, {@code hns} and {@code pvrdma}. */
    private static final int POLL_ERROR = -2;

    private static final int MESSAGE_BYTES = 64;

    /**
     * The return value of a driver, the value that it assigns to errno (0 for none), and the errno that it means.
     *
     * <p>The first row is the documented convention. The next rows are those of {@code siw}, {@code erdma} and {@code cxgb4}, of
     * the doorbell of {@code siw}, and of {@code mthca}.
     */
    private record Convention(int answer, int errno, int meant) {
        long refusal() {
            return REFUSE_REQUEST | (long) errno << 32 | Integer.toUnsignedLong(answer);
        }
    }

    private static final List<Convention> CONVENTIONS = List.of(
            new Convention(Errno.ENOMEM, 0, Errno.ENOMEM),
            new Convention(-Errno.ENOMEM, 0, Errno.ENOMEM),
            new Convention(-Errno.EIO, 0, Errno.EIO),
            new Convention(-Errno.EINVAL, Errno.EAGAIN, Errno.EINVAL),
            new Convention(-1, Errno.ENOMEM, Errno.ENOMEM),
            new Convention(-1, 0, Errno.EIO));

    /** siw returns success for a request behind others that does not fit, and names it as the bad one. */
    private static final Convention FORGOTTEN = new Convention(0, 0, Errno.ENOMEM);

    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final MemoryRegion region;

    private DriverRefusals(Context context) {
        this.context = context;
        this.domain = context.protectionDomain();
        this.queue = context.completionQueue(64);
        this.region = domain.register(ByteBuffer.allocateDirect(MESSAGE_BYTES), AccessFlag.LOCAL_WRITE);
    }

    public static void main(String[] arguments) throws IOException {
        EvidenceRecorder.start();
        try (Rdma rdma = Rdma.open();
                Context context = rdma.verbs("hollow0")) {
            DriverRefusals refusals = new DriverRefusals(context);
            refusals.aSendThatIsRefusedIsNotPosted();
            refusals.aReceiveThatIsRefusedIsNotPosted();
            refusals.anExtendedSendThatIsRefusedIsNotPosted();
            refusals.aChangeOfTagsThatIsRefusedIsAnError();
            refusals.aControlCallThatIsRefusedIsAnError();
            refusals.aPollThatFailsIsAnError();
            refusals.anExtendedPollThatFailsIsAnError();
            refusals.completionsBeforeAnErrorAreNotLost();
            refusals.aBusyQueueIsEmpty();
            refusals.aCompletionWithoutAClockIsNotLost();
            refusals.aFlushArrivesAtTheDriver();
        }
        System.out.println("every error of a driver has its number");
    }

    private QueuePair pair() {
        return domain.queuePair(QueuePairType.RC).completions(queue).create();
    }

    private void aSendThatIsRefusedIsNotPosted() {
        QueuePair pair = pair();
        everyConvention(1, refusal -> {
            SendRequests batch = pair.sendRequests(3);
            for (long id : new long[] {1, refusal, 3}) {
                batch.send(id).segment(region).unsignaled();
            }
            pair.post(batch);
        });
        pair.close();
    }

    private void aReceiveThatIsRefusedIsNotPosted() {
        QueuePair pair = pair();
        SharedReceiveQueue shared = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1));
        WorkQueue work = domain.workQueue(WorkQueueAttributes.of(16, 1), queue);
        everyConvention(1, refusal -> pair.post(receives(pair.receiveRequests(3), refusal)));
        everyConvention(1, refusal -> shared.post(receives(shared.receiveRequests(3), refusal)));
        everyConvention(1, refusal -> work.post(receives(work.receiveRequests(3), refusal)));
        work.close();
        shared.close();
        pair.close();
    }

    private ReceiveRequests receives(ReceiveRequests batch, long refusal) {
        for (long id : new long[] {1, refusal, 3}) {
            batch.receive(id).segment(region);
        }
        return batch;
    }

    private static void everyConvention(int posted, Consumer<Long> call) {
        CONVENTIONS.forEach(convention -> refused(convention, posted, call));
        refused(FORGOTTEN, posted, call);
    }

    private static void refused(Convention convention, int posted, Consumer<Long> call) {
        SysException refusal = refusal(() -> call.accept(convention.refusal()));
        equal(refusal.errno(), convention.meant(), convention);
        equal(((WorkRequestException) refusal).index(), posted, convention);
    }

    private void anExtendedSendThatIsRefusedIsNotPosted() {
        QueuePair pair = extendedPair();
        for (Convention convention : CONVENTIONS) {
            refused(convention, 0, refusal -> {
                SendRequests batch = pair.sendRequests(2);
                for (long id : new long[] {1, refusal}) {
                    batch.send(id).segment(region).unsignaled();
                }
                pair.post(batch);
            });
        }
        pair.close();
    }

    private QueuePair extendedPair() {
        return domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .extended(Set.of(SendOperation.SEND, SendOperation.FLUSH))
                .create();
    }

    private void aChangeOfTagsThatIsRefusedIsAnError() {
        SharedReceiveQueue shared =
                domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1), new TagMatchingSize(4, 4), queue);
        TagList tags = shared.tags();
        tags.synchronize(1, 0);
        for (Convention convention : CONVENTIONS) {
            SysException refusal = refusal(() -> tags.synchronize(convention.refusal(), 0));
            equal(refusal.errno(), convention.meant(), convention);
        }
        shared.close();
    }

    /** The number of entries says which errno the device returns, and by which convention. */
    private void aControlCallThatIsRefusedIsAnError() {
        queue.resize(128);
        for (int convention = 1; convention <= 3; convention++) {
            int entries = convention << 8 | Errno.ENOSPC;
            equal(refusal(() -> queue.resize(entries)).errno(), Errno.ENOSPC, entries);
        }
        equal(refusal(() -> queue.resize(4 << 8)).errno(), Errno.EIO, "-1 without errno");
    }

    private static long poll(int answer) {
        return REFUSE_POLL | Integer.toUnsignedLong(answer);
    }

    private void aPollThatFailsIsAnError() {
        QueuePair pair = pair();
        CompletionBatch batch = queue.batch(4);
        for (Convention convention : pollErrors(-Errno.EINVAL)) {
            pair.post(pair.sendRequests(1).send(poll(convention.answer())).segment(region));
            equal(refusal(() -> queue.poll(batch)).errno(), convention.meant(), convention);
            equal(batch.size(), 0, convention);
            equal(queue.poll(batch), 0, convention);
        }
        pair.close();
    }

    private static List<Convention> pollErrors(int errno) {
        return List.of(
                new Convention(POLL_ERROR, 0, Errno.EIO),
                new Convention(-1, 0, Errno.EIO),
                new Convention(errno, 0, Errno.EINVAL));
    }

    private void anExtendedPollThatFailsIsAnError() {
        withExtendedQueue(Set.of(), (extended, pair) -> {
            CompletionBatch batch = extended.batch(4);
            for (int errno : new int[] {Errno.EINVAL, -Errno.EINVAL}) {
                for (Convention convention : pollErrors(errno)) {
                    pair.post(
                            pair.sendRequests(1).send(poll(convention.answer())).segment(region));
                    equal(refusal(() -> extended.poll(batch)).errno(), convention.meant(), convention);
                    equal(batch.size(), 0, convention);
                    equal(extended.poll(batch), 0, convention);
                }
            }
        });
    }

    private interface QueueUse {
        void use(CompletionQueue extended, QueuePair pair);
    }

    private void withExtendedQueue(Set<CompletionField> fields, QueueUse use) {
        Set<CompletionField> some = fields.isEmpty() ? Set.of(CompletionField.QUEUE_PAIR) : fields;
        CompletionQueue extended = context.completionQueue(16, null, 0, some);
        QueuePair pair =
                domain.queuePair(QueuePairType.RC).completions(extended).create();
        use.use(extended, pair);
        pair.close();
        extended.close();
    }

    private void completionsBeforeAnErrorAreNotLost() {
        withExtendedQueue(Set.of(), (extended, pair) -> {
            CompletionBatch batch = extended.batch(4);
            SendRequests sends = pair.sendRequests(3);
            for (long id : new long[] {7, 7, poll(POLL_ERROR)}) {
                sends.send(id).segment(region);
            }
            pair.post(sends);
            equal(extended.poll(batch), 2, "the completions before the error");
            equal(batch.get(1).id(), 7L, "the completions before the error");
            equal(refusal(() -> extended.poll(batch)).errno(), Errno.EIO, "the error behind completions");
            equal(extended.poll(batch), 0, "the queue after the error");
        });
    }

    private void aBusyQueueIsEmpty() {
        withExtendedQueue(Set.of(), (extended, pair) -> {
            CompletionBatch batch = extended.batch(4);
            pair.post(pair.sendRequests(1).send(poll(Errno.EBUSY)).segment(region));
            equal(extended.poll(batch), 0, "a busy queue");
        });
    }

    /** mlx5 consumes a completion, and then returns EBUSY because the kernel is updating the clock. */
    private void aCompletionWithoutAClockIsNotLost() {
        withExtendedQueue(Set.of(CompletionField.WALLCLOCK), (extended, pair) -> {
            CompletionBatch batch = extended.batch(4);
            SendRequests sends = pair.sendRequests(2);
            sends.send(7).segment(region).send(poll(Errno.EBUSY)).segment(region);
            pair.post(sends);
            equal(extended.poll(batch), 2, "completions of a queue whose clock is busy");
            equal(batch.get(0).id(), 7L, "the completion with a clock");
            equal(batch.get(1).id(), poll(Errno.EBUSY), "the completion without a clock");
        });
    }

    private void aFlushArrivesAtTheDriver() throws IOException {
        Path log = Path.of(Objects.requireNonNull(System.getenv("HOLLOW_LOG")));
        QueuePair pair = extendedPair();
        Files.deleteIfExists(log);

        pair.post(pair.sendRequests(1).flush(1, 0x1122334455667788L, 0x99aabbcc, 4096, Set.of(FlushPlacement.GLOBAL)));

        equal(
                Files.readAllLines(log),
                List.of("wr_flush 99aabbcc at 1122334455667788 length 4096 placement 1 level 0"),
                "");
        pair.close();
    }

    private static SysException refusal(Runnable call) {
        try {
            call.run();
        } catch (SysException e) {
            return e;
        }
        throw new IllegalStateException("a call that the driver refused returned normally");
    }

    private static void equal(@Nullable Object found, @Nullable Object wanted, Object about) {
        if (!Objects.equals(found, wanted)) {
            throw new IllegalStateException(about + ": found " + found + " instead of " + wanted);
        }
    }
}
