package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.connection.Access;
import io.verbena.connection.BufferBoundsException;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.ScatterGather;
import io.verbena.connection.Signaling;
import io.verbena.connection.TransferException;
import io.verbena.verbs.ClosedObjectException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Requests that are refused before they are posted, and requests that fail later. */
public abstract class TransferFailureContract extends ConnectedPair {
    @Test
    void partsThatABufferDoesNotHaveAreRefusedByName() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer local = client.allocate(32);

        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.writeAsync(local, 30, 3, remote, 0))
                .withMessage("3 bytes at offset 30 are not in the 32 bytes of " + local)
                .satisfies(refused -> {
                    assertThat(refused.buffer()).isSameAs(local);
                    assertThat(refused.offset()).isEqualTo(30);
                    assertThat(refused.length()).isEqualTo(3);
                });
        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.postWrite(local, 0, 32, remote, 33, Signaling.SIGNALED))
                .withMessage("32 bytes at offset 33 are not in the 64 bytes of " + remote);
        assertThatExceptionOfType(BufferBoundsException.class).isThrownBy(() -> client.receiveAsync(local, -1, 3));
        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.sendAsync(local, 0, Integer.MAX_VALUE));
        assertThatExceptionOfType(BufferBoundsException.class).isThrownBy(() -> new ScatterGather(1).add(local, 1, 32));
        joined(client.writeAsync(local, 0, 32, remote, 32));
    }

    @Test
    void accessThatWasNotAdvertisedIsRefusedBeforeItIsPosted() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer local = client.allocate(32);

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.readAsync(local, 0, 8, remote, 0))
                .withMessageContaining(remote.toString())
                .withMessageContaining("REMOTE_READ");
        joined(client.writeAsync(local, 0, 32, remote, 0));
    }

    @Test
    void moreThanTheQueueHasRoomForIsNotWaitedFor() {
        int depth = client.queueDepth();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.awaitCompletions(Queue.SEND, depth + 1, LONG))
                .withMessageContaining((depth + 1) + " completions")
                .withMessageContaining("0 to " + depth);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.awaitCompletions(Queue.RECEIVE, new Completions(4), -1, LONG))
                .withMessageContaining("-1 completions");
    }

    @Test
    void aBufferOfAnotherGroupIsRefusedBeforeItIsPosted() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE, Access.REMOTE_READ));
        LocalBuffer strange = server.allocate(64);

        List<Runnable> wrong = List.of(
                () -> client.postSend(strange, 0, 8, Signaling.SIGNALED),
                () -> client.postReceive(strange, 0, 8),
                () -> client.postWrite(new ScatterGather(1).add(strange, 0, 8), remote, 0, Signaling.SIGNALED),
                () -> client.postRead(strange, 0, 8, remote, 0, Signaling.SIGNALED),
                () -> client.advertise(strange));

        for (Runnable each : wrong) {
            assertThatExceptionOfType(ConnectionException.class)
                    .isThrownBy(each::run)
                    .withMessageContaining(strange.toString())
                    .withMessageContaining("group");
        }
        joined(client.writeAsync(client.allocate(8), 0, 8, remote, 0));
    }

    @Test
    void partsOfSeveralGroupsAreRefused() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        ScatterGather mixed = new ScatterGather(2).add(client.allocate(8), 0, 8);

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> mixed.add(server.allocate(8), 0, 8))
                .withMessageContaining("group");
        assertThat(mixed.size()).isOne();
        joined(client.writeAsync(mixed, remote, 0));
    }

    @Test
    void aRequestOfMorePartsThanTheConnectionHasIsRefusedBeforeItIsPosted() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer buffer = client.allocate(8);
        ScatterGather parts = new ScatterGather(client.segments() + 1);
        for (int i = 0; i <= client.segments(); i++) {
            parts.add(buffer, i, 1);
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> client.postWrite(parts, remote, 0, Signaling.SIGNALED))
                .withMessageContaining("at most " + client.segments() + " segments; make")
                .withMessageContaining("the connection, with more");
        joined(client.writeAsync(buffer, 0, 8, remote, 0));
    }

    @Test
    void aListHasNoMoreBytesThanARequestMoves() {
        LocalBuffer buffer = client.allocate(1 << 20);
        ScatterGather parts = new ScatterGather(2048);
        for (int i = 0; i < 2047; i++) {
            parts.add(buffer, 0, 1 << 20);
        }

        assertThatIllegalArgumentException()
                .isThrownBy(() -> parts.add(buffer, 0, 1 << 20))
                .withMessageContaining("1048576 bytes more than the 2146435072");
        assertThat(parts.size()).isEqualTo(2047);
        assertThat(parts.add(buffer, 0, (1 << 20) - 1).bytes()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aBufferThatIsClosedThereFailsTheRequestAndTheConnection() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_READ);
        RemoteBuffer remote = advertised(target);
        target.close();

        CompletableFuture<Integer> read = client.readAsync(client.allocate(64), 0, 64, remote, 0);

        assertThat(read)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .satisfies(cause -> assertThat(cause)
                        .isInstanceOfAny(TransferException.class, ConnectionEndedException.class)
                        .hasMessageContaining("RDMA READ of 64 bytes")
                        .hasMessageContaining(remote.toString())
                        .hasMessageContaining(client.toString()));
    }

    @Test
    void closingUnderTrafficLeavesNoFutureOpen() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer source = client.allocate(64);
        List<CompletableFuture<Integer>> written = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch underWay = new CountDownLatch(200);
        CompletableFuture<Void> writing =
                CompletableFuture.runAsync(() -> assertThatExceptionOfType(ClosedObjectException.class)
                        .isThrownBy(() -> {
                            while (true) {
                                client.awaitRoom(Queue.SEND, LONG);
                                written.add(client.writeAsync(source, 0, 64, remote, 0));
                                underWay.countDown();
                            }
                        })
                        .withMessage(client + " is closed"));

        joined(CompletableFuture.runAsync(() -> await(underWay)));
        client.close();

        joined(writing);
        CompletableFuture<Boolean> ended = CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new))
                .handle((done, failure) -> true);
        assertThat(ended).succeedsWithin(LONG);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theEndOfTheConnectionFailsWhatIsUnderWay() {
        CompletableFuture<Integer> received = client.receiveAsync(client.allocate(64), 0, 64);

        server.close();

        assertThat(received)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ConnectionEndedException.class)
                .withMessageContaining("RECEIVE of 64 bytes")
                .withMessageContaining(client.toString());
    }
}
