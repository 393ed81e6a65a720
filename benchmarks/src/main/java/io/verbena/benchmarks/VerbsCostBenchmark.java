package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures what Java adds to posting and polling, on a stub device that only counts calls, which {@code
 * benchmarks/verbs-cost} preloads. The corresponding loop in C is {@code src/main/c/verbs-cost.c}.
 */
@State(Scope.Thread)
public class VerbsCostBenchmark extends NanosecondBenchmark {
    private static final int BYTES = 64;

    private final Rdma rdma = Rdma.open();
    private final Context context = rdma.verbs("hollow0");
    private final ProtectionDomain domain = context.protectionDomain();
    private final MemoryRegion region = domain.register(ByteBuffer.allocateDirect(BYTES), AccessFlag.LOCAL_WRITE);
    private final CompletionQueue queue = context.completionQueue(16);
    private final QueuePair pair =
            domain.queuePair(QueuePairType.RC).completions(queue).create();
    private final SendRequests requests = pair.sendRequests(1);
    private final CompletionBatch completions = queue.batch(1);
    private long id;

    @TearDown
    public void close() {
        rdma.close();
    }

    /** Posts one signaled SEND and polls its completion. */
    @Benchmark
    public long sendAndPoll() {
        requests.send(++id).segment(region, 0, BYTES);
        pair.post(requests);
        if (queue.poll(completions) != 1 || completions.get(0).check().id() != id) {
            throw new IllegalStateException("request " + id + " did not complete");
        }
        return id;
    }
}
