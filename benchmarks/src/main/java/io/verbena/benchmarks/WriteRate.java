package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Lid;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Measures RDMA writes from one device to another. For each line of standard input, it runs a round and prints the bandwidth
 * in MiB per second. It works like {@code ib_write_bw} with its defaults: at most 128 writes are in flight, each with its own
 * post and completion. It polls for completions or, unlike {@code ib_write_bw}, blocks until an event. Arguments: {@code
 * poll|events DEVICE DEVICE BYTES WRITES}.
 */
public final class WriteRate implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int GID_INDEX = 1;
    private static final int IN_FLIGHT = 128;
    private static final int MIB = 1 << 20;

    private final boolean events;
    private final Context from;
    private final Context to;
    private final int bytes;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final CompletionQueue queue;
    private final CompletionBatch batch;
    private final QueuePair pair;
    private final SendRequests requests;

    private WriteRate(Rdma rdma, boolean events, String fromDevice, String toDevice, int bytes) {
        this.events = events;
        this.bytes = bytes;
        from = rdma.verbs(fromDevice);
        to = rdma.verbs(toDevice);
        ProtectionDomain near = from.protectionDomain();
        ProtectionDomain far = to.protectionDomain();
        source = near.register(ByteBuffer.allocateDirect(bytes), AccessFlag.LOCAL_WRITE);
        target = far.register(ByteBuffer.allocateDirect(bytes), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        queue = from.completionQueue(IN_FLIGHT, from.completionChannel(), 0);
        batch = queue.batch(IN_FLIGHT);
        QueuePairCapacity capacity = new QueuePairCapacity(IN_FLIGHT, 1, 1, 1, 0);
        pair = near.queuePair(QueuePairType.RC)
                .completions(queue)
                .capacity(capacity)
                .create();
        QueuePair other = far.queuePair(QueuePairType.RC)
                .completions(to.completionQueue(1))
                .create();
        pair.establish(setup().to(addressVector(to), other.number()));
        other.establish(
                setup().access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE).to(addressVector(from), pair.number()));
        requests = pair.sendRequests(1);
    }

    private static QueuePairSetup setup() {
        return QueuePairSetup.port(1);
    }

    private static AddressVector addressVector(Context device) {
        int hops = 64;
        return new AddressVector(
                1, Lid.of(0), 0, 0, 0, device.gid(1, GID_INDEX).orElseThrow().gid(), GID_INDEX, 0, hops, 0);
    }

    /** Writes this number of times and returns the bandwidth in MiB per second. */
    private double run(int writes) {
        long start = System.nanoTime();
        int posted = 0;
        int completed = 0;
        while (completed < writes) {
            while (posted < writes && posted - completed < IN_FLIGHT) {
                posted++;
                requests.write(posted, target.address(), target.remoteKey()).segment(source, 0, bytes);
                pair.post(requests);
            }
            int count = take();
            for (int i = 0; i < count; i++) {
                completed = (int) batch.get(i).check().id();
            }
        }
        return (double) bytes * writes / MIB / ((System.nanoTime() - start) / 1e9);
    }

    private int take() {
        if (events) {
            int count = queue.await(batch, TIMEOUT);
            if (count == 0) {
                throw new IllegalStateException("no completion within " + TIMEOUT);
            }
            return count;
        }
        int count = queue.poll(batch);
        while (count == 0) {
            Thread.onSpinWait();
            count = queue.poll(batch);
        }
        return count;
    }

    @Override
    public void close() {
        from.close();
        to.close();
    }

    /** Writes until the input ends. */
    public static void main(String[] args) throws IOException {
        int writes = Integer.parseInt(args[4]);
        try (Rdma rdma = Rdma.open();
                WriteRate rate =
                        new WriteRate(rdma, args[0].equals("events"), args[1], args[2], Integer.parseInt(args[3]));
                BufferedReader rounds = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ready");
            while (rounds.readLine() != null) {
                System.out.printf("%.1f%n", rate.run(writes));
            }
        }
    }
}
