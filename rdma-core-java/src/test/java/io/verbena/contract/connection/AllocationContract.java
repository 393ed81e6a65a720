package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.verbena.connection.Access;
import io.verbena.connection.Completions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.contract.cm.CmBed;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how much a request allocates on the heap, in all threads that handle it. */
@Timeout(120)
public abstract class AllocationContract {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 500;
    private static final int REQUESTS = 2000;
    private static final int BYTES = 1000;

    private Both both;
    private RdmaConnection client;
    private LocalBuffer source;
    private RemoteBuffer remote;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed());
        client = both.client;
        source = client.allocate(BYTES);
        both.accepted.advertise(both.accepted.allocate(BYTES, Access.REMOTE_WRITE));
        remote = client.awaitAdvertisement(LONG);
    }

    @AfterEach
    void close() {
        both.close();
    }

    private static long perRequest(Runnable request) {
        for (int i = 0; i < WARM_UP; i++) {
            request.run();
        }
        long[] groups = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("verbena-connections-"))
                .mapToLong(Thread::getId)
                .toArray();
        long before = allocated(groups);
        for (int i = 0; i < REQUESTS; i++) {
            request.run();
        }
        return (allocated(groups) - before) / REQUESTS;
    }

    /** By this thread, and those of the groups. */
    private static long allocated(long[] groups) {
        long sum = THREADS.getCurrentThreadAllocatedBytes();
        for (long group : groups) {
            sum += THREADS.getThreadAllocatedBytes(group);
        }
        return sum;
    }

    @Test
    void requestsWithoutFutureLeaveNothing() {
        Completions completions = new Completions(16);

        assertThat(perRequest(() -> {
                    client.postWrite(source, 0, BYTES, remote, 0, Signaling.SIGNALED);
                    completed(completions);
                }))
                .isZero();
        assertThat(completions.bytes(0)).isEqualTo(BYTES);
    }

    private void completed(Completions completions) {
        while (client.awaitCompletions(Queue.SEND, completions, 0, Duration.ZERO) == 0) {
            LockSupport.parkNanos(1000);
            client.poll();
        }
    }

    @Test
    void aRequestWithAFutureLeavesNoMoreThanIt() {
        assertThat(perRequest(() -> {
                    CompletableFuture<Integer> written = client.writeAsync(source, 0, BYTES, remote, 0);
                    while (!written.isDone()) {
                        LockSupport.parkNanos(1000);
                    }
                }))
                .isLessThan(64);
        assertThat(joined(client.writeAsync(source, 0, BYTES, remote, 0))).isEqualTo(BYTES);
    }
}
