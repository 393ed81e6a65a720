package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.connection.Access;
import io.verbena.connection.Completion;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One connection that many threads use at once, and callbacks that call back into it. */
@Timeout(120)
public abstract class ConcurrencyContract extends ConnectedPair {
    private static final int THREADS = 3;
    private static final int ROUNDS = 300;
    private static final int ANNOUNCEMENTS = 5_000;
    private static final Duration EVER = Duration.ofHours(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Override
    @AfterEach
    void close() {
        super.close();
        threads.shutdownNow();
    }

    private CompletableFuture<Void> begin(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    private static void joinAll(List<? extends CompletableFuture<?>> all) {
        joined(CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)));
    }

    private RemoteBuffer target() {
        return advertised(server.allocate(64, Access.REMOTE_WRITE));
    }

    private static void aMoment() {
        LockSupport.parkNanos(SHORT.toNanos());
    }

    @Test
    void takingCompletionsWakesThreadsThatWaitForRoom() {
        RemoteBuffer target = target();
        LocalBuffer source = client.allocate(8);
        for (int i = 0; i < client.queueDepth(); i++) {
            client.postWrite(source, 0, 8, target, 0, Signaling.SIGNALED);
        }
        CompletableFuture<Void> waiting = begin(() -> client.awaitRoom(Queue.SEND, EVER));
        aMoment();

        client.awaitCompletions(Queue.SEND, client.queueDepth(), LONG);

        assertThat(waiting).succeedsWithin(LONG);
    }

    @Test
    void severalThreadsTakeEachCompletionOnce() {
        RemoteBuffer target = target();
        LocalBuffer source = client.allocate(8);
        List<Long> taken = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            all.add(begin(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    List<Completion> two = client.awaitCompletions(Queue.SEND, 2, LONG);
                    two.forEach(each -> taken.add(each.request()));
                }
            }));
        }

        for (int i = 0; i < 2 * THREADS * ROUNDS; i++) {
            client.awaitRoom(Queue.SEND, LONG);
            client.postWrite(source, 0, 8, target, 0, Signaling.SIGNALED);
        }

        joinAll(all);
        assertThat(taken).hasSize(2 * THREADS * ROUNDS).doesNotHaveDuplicates();
    }

    @Test
    void severalThreadsAdvertiseAndTakeWhatIsAdvertised() {
        LocalBuffer buffer = client.allocate(8, Access.REMOTE_READ);
        AtomicInteger taken = new AtomicInteger();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            all.add(begin(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    client.advertise(buffer, LONG);
                }
            }));
            all.add(begin(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(buffer.id());
                    taken.incrementAndGet();
                }
            }));
        }

        joinAll(all);
        assertThat(taken).hasValue(THREADS * ROUNDS);
    }

    @Test
    void severalThreadsOfBothSidesEndItAtOnce() {
        List<CompletableFuture<Void>> all = Stream.of(client, server, client, server, client, server)
                .map(each -> begin(() -> each.disconnect(LONG)))
                .toList();

        joinAll(all);
        assertThat(client.isOpen()).isFalse();
        assertThat(server.isOpen()).isFalse();
    }

    @Test
    void anInterruptEndsAWait() throws InterruptedException {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                client.awaitCompletions(Queue.RECEIVE, 1, EVER);
            } catch (InterruptedWaitException e) {
                ended.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        aMoment();

        thread.interrupt();

        assertThat(ended).succeedsWithin(LONG).isEqualTo(true);
        thread.join();
    }

    @Test
    void anInterruptThatACallbackLeavesDoesNotAffectTheNext() {
        LocalBuffer buffer = client.allocate(16);
        CompletableFuture<Void> interrupted = client.receiveAsync(buffer, 0, 8)
                .thenRun(() -> Thread.currentThread().interrupt());
        CompletableFuture<Integer> next = client.receiveAsync(buffer, 8, 8);
        server.postSend(server.allocate(8), 0, 8, Signaling.SIGNALED);
        joined(interrupted);
        aMoment();

        server.postSend(server.allocate(8), 0, 4, Signaling.SIGNALED);

        assertThat(next).succeedsWithin(LONG).isEqualTo(4);
    }

    @Test
    void anErrorInAListenerDoesNotDelayOtherCompletions() {
        client.listener((queue, request, bytes, status) -> {
            throw new AssertionError("thrown on purpose");
        });
        LocalBuffer buffer = client.allocate(16);
        client.postReceive(buffer, 0, 8);
        CompletableFuture<Integer> next = client.receiveAsync(buffer, 8, 8);

        server.postSend(server.allocate(8), 0, 8, Signaling.SIGNALED);
        aMoment();
        server.postSend(server.allocate(8), 0, 4, Signaling.SIGNALED);

        assertThat(next).succeedsWithin(LONG).isEqualTo(4);
    }

    @Test
    void futuresThatPostTheNextRequestDoNotOverflowTheStack() {
        CompletableFuture<Integer> end = new CompletableFuture<>();

        writeNext(client.allocate(8), target(), 20_000, end);

        assertThat(end).succeedsWithin(LONG).isEqualTo(0);
    }

    private void writeNext(LocalBuffer source, RemoteBuffer target, int left, CompletableFuture<Integer> end) {
        if (left == 0) {
            end.complete(left);
            return;
        }
        try {
            CompletableFuture<Integer> unused = client.writeAsync(source, 0, 8, target, 0)
                    .whenComplete((bytes, failure) -> writeNext(source, target, left - 1, end));
        } catch (RuntimeException | StackOverflowError e) {
            end.completeExceptionally(e);
        }
    }

    @Test
    void aListenerThatClosesTheConnectionLeavesNoFutureOpen() {
        int count = client.queueDepth() - 1;
        LocalBuffer inbox = client.allocate(8 * (count + 1));
        client.listener((queue, request, bytes, status) -> client.close());
        for (int i = 0; i < count; i++) {
            client.postReceive(inbox, 8 * i, 8);
        }
        CompletableFuture<Integer> open = client.receiveAsync(inbox, 8 * count, 8);

        // After all receives are posted: the listener runs as soon as the message arrives.
        server.postSend(server.allocate(8), 0, 8, Signaling.SIGNALED);

        assertThat(open.handle((bytes, failure) -> failure != null))
                .succeedsWithin(LONG)
                .isEqualTo(true);
    }

    @Test
    void aBufferThatIsAllocatedDuringACloseIsClosed() {
        ConnectionOptions options = ConnectionOptions.DEFAULTS
                .timeout(LONG)
                .group(both.bed.rdma().connectionGroup(client.group().context().device()));
        List<LocalBuffer> allocated = Collections.synchronizedList(new ArrayList<>());
        for (int round = 0; round < 20; round++) {
            RdmaConnection connection = both.bed.rdma().connect(both.server.address(), options);
            RdmaConnection accepted = both.server.accept(LONG);
            List<CompletableFuture<Void>> all = Stream.generate(
                            () -> begin(() -> allocateUntilClosed(connection, allocated)))
                    .limit(THREADS)
                    .toList();
            aMoment();
            connection.close();
            joinAll(all);
            accepted.close();
        }

        assertThat(allocated).isNotEmpty().allMatch(LocalBuffer::isClosed);
    }

    private static void allocateUntilClosed(RdmaConnection connection, List<LocalBuffer> allocated) {
        try {
            while (true) {
                allocated.add(connection.allocate(8));
            }
        } catch (ClosedObjectException e) {
            assertThat(e).hasMessage(connection + " is closed");
        }
    }

    @Test
    void callbacksOfSeveralThreadsMayCloseTheLibraryAtOnce() {
        CompletableFuture<RdmaConnection> connecting =
                both.bed.rdma().connectAsync(both.server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        both.server.accept(LONG);
        List<CompletableFuture<Void>> closed = Stream.of(client, server, joined(connecting))
                .map(each -> each.receiveAsync(each.allocate(8), 0, 8).handle((bytes, failure) -> {
                    both.bed.rdma().close();
                    return (Void) null;
                }))
                .toList();

        CompletableFuture<Void> unused = client.disconnectAsync();
        unused = joined(connecting).disconnectAsync();

        joinAll(closed);
        assertThat(server.queuePair().isClosed()).isTrue();
    }

    @Test
    void noWaitReportsAnOpenConnectionAsClosed() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            all.add(begin(() -> {
                try {
                    while (true) {
                        server.awaitReceives(Duration.ofSeconds(1));
                    }
                } catch (ConnectionTimeoutException e) {
                    assertThat(server.isOpen()).isTrue();
                }
            }));
        }
        for (int i = 0; i < ROUNDS; i++) {
            client.announceReceives(1, 1, LONG);
        }

        joinAll(all);
    }

    @Test
    void threadsThatTakeAnnouncementsAtTheSameTimeReturnEachCreditOnce() {
        AtomicInteger left = new AtomicInteger(ANNOUNCEMENTS);
        List<CompletableFuture<Void>> takers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            takers.add(begin(() -> {
                while (left.getAndDecrement() > 0) {
                    server.awaitReceives(LONG);
                }
            }));
        }
        for (int i = 0; i < ANNOUNCEMENTS; i++) {
            client.announceReceives(1, 1, LONG);
        }
        joinAll(takers);

        assertThat(client.isOpen()).isTrue();
        assertThat(server.isOpen()).isTrue();
    }
}
