package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static io.verbena.contract.connection.Both.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.connection.Access;
import io.verbena.connection.Completion;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.QueueFullException;
import io.verbena.connection.ReceiveAnnouncement;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.ScatterGather;
import io.verbena.connection.Signaling;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.WorkCompletionStatus;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Sends, receives, writes, reads and atomic operations, and the completions that report them. */
public abstract class TransferContract extends ConnectedPair {
    @Test
    void aWriteGoesToTheAdvertisedBuffer() {
        LocalBuffer target = server.allocate(1 << 16, Access.REMOTE_WRITE, Access.REMOTE_READ);
        LocalBuffer source = filled(client, 1 << 16, 1);
        RemoteBuffer remote = advertised(target);
        assertThat(remote).isEqualTo(target.advertisement());

        assertThat(joined(client.writeAsync(source, 16, 5000, remote, 100))).isEqualTo(5000);
        LocalBuffer read = client.allocate(1 << 16);
        assertThat(joined(client.readAsync(read, 8, 5000, remote, 100))).isEqualTo(5000);

        ByteBuffer expected = source.bytes().slice(16, 5000);
        assertThat(read.bytes().slice(8, 5000)).isEqualTo(expected);
        assertThat(target.bytes().slice(100, 5000)).isEqualTo(expected);
        assertThat(target.bytes().get(99)).isZero();
        assertThat(target.bytes().get(5100)).isZero();
    }

    @Test
    void messagesGoIntoReceivesInTheirOrder() {
        LocalBuffer inbox = server.allocate(3 * 100);
        LocalBuffer source = filled(client, 100, 7);
        List<CompletableFuture<Integer>> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            received.add(server.receiveAsync(inbox, i * 100, 100));
        }
        server.announceReceives(3, 100, LONG);
        assertThat(client.awaitReceives(LONG)).isEqualTo(new ReceiveAnnouncement(3, 100));

        for (int i = 0; i < 3; i++) {
            assertThat(joined(client.sendAsync(source, i, 50 + i))).isEqualTo(50 + i);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(joined(received.get(i))).isEqualTo(50 + i);
            assertThat(inbox.bytes().slice(i * 100, 50 + i))
                    .isEqualTo(source.bytes().slice(i, 50 + i));
        }
    }

    @Test
    void theSideThatAcceptedSendsToo() {
        LocalBuffer inbox = client.allocate(100);
        client.postReceive(inbox, 0, 100);
        client.announceReceives(1, 100, LONG);
        server.awaitReceives(LONG);

        server.postSend(filled(server, 100, 9), 20, 30, Signaling.SIGNALED);

        assertThat(client.awaitCompletions(Queue.RECEIVE, 1, LONG)).containsExactly(new Completion(0, 30));
        assertThat(server.awaitCompletions(Queue.SEND, 1, LONG)).containsExactly(new Completion(0, 30));
    }

    @Test
    void scatteredPartsAreOneRequest() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_WRITE, Access.REMOTE_READ);
        RemoteBuffer remote = advertised(target);
        LocalBuffer one = filled(client, 32, 1);
        LocalBuffer two = filled(client, 32, 2);
        ScatterGather parts = new ScatterGather(4).add(one, 4, 8).add(two, 0, 3).add(one, 0, 1);

        assertThat(joined(client.writeAsync(parts, remote, 10))).isEqualTo(12);

        ByteBuffer expected = ByteBuffer.allocate(12)
                .put(one.bytes().slice(4, 8))
                .put(two.bytes().slice(0, 3))
                .put(one.bytes().get(0))
                .flip();
        LocalBuffer back = client.allocate(12);
        joined(client.readAsync(back, 0, 12, remote, 10));
        assertThat(back.bytes()).isEqualTo(expected);
        LocalBuffer inbox = server.allocate(64);
        CompletableFuture<Integer> received =
                server.receiveAsync(new ScatterGather(2).add(inbox, 0, 5).add(inbox, 40, 20));
        server.announceReceives(1, 25, LONG);
        client.awaitReceives(LONG);
        joined(client.sendAsync(parts));
        assertThat(joined(received)).isEqualTo(12);
        assertThat(inbox.bytes().slice(0, 5)).isEqualTo(expected.slice(0, 5));
        assertThat(inbox.bytes().slice(40, 7)).isEqualTo(expected.slice(5, 7));
    }

    @Test
    void unsignaledRequestsFreeTheirEntries() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_WRITE);
        RemoteBuffer remote = advertised(target);
        LocalBuffer source = filled(client, 64, 5);

        for (int i = 0; i < 1000; i++) {
            client.awaitRoom(Queue.SEND, LONG);
            client.postWrite(source, 0, 8, remote, i % 56, Signaling.UNSIGNALED);
        }
        long last = client.postWrite(source, 0, 64, remote, 0, Signaling.SIGNALED);

        assertThat(client.awaitCompletions(Queue.SEND, 1, LONG)).containsExactly(new Completion(last, 64));
    }

    @Test
    void whatIsNotTakenFillsTheQueueAndThenIsRefused() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_WRITE);
        RemoteBuffer remote = advertised(target);
        LocalBuffer source = client.allocate(64);
        int depth = ConnectionOptions.DEFAULTS.queueDepth();
        for (int i = 0; i < depth; i++) {
            client.postWrite(source, 0, 8, remote, 0, Signaling.SIGNALED);
        }

        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> client.postWrite(source, 0, 8, remote, 0, Signaling.SIGNALED))
                .withMessageContaining(client.toString())
                .withMessageContaining(Integer.toString(depth));
        Completions taken = new Completions(depth);
        assertThat(client.awaitCompletions(Queue.SEND, taken, depth, LONG)).isEqualTo(depth);
        assertThat(taken.status(depth - 1)).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(taken.request(depth - 1)).isEqualTo(depth - 1);
        client.postWrite(source, 0, 8, remote, 0, Signaling.SIGNALED);
        client.awaitCompletions(Queue.SEND, 1, LONG);
    }

    @Test
    void aListenerIsNotifiedInsteadOfWaitingThreads() {
        List<String> told = new CopyOnWriteArrayList<>();
        server.listener(
                (queue, request, bytes, status) -> told.add(queue + " " + request + " " + bytes + " " + status));
        LocalBuffer inbox = server.allocate(64);
        server.postReceive(inbox, 0, 64);
        server.announceReceives(1, 64, LONG);
        client.awaitReceives(LONG);

        joined(client.sendAsync(client.allocate(9), 0, 9));

        until(server, () -> !told.isEmpty());
        assertThat(told).containsExactly("RECEIVE 0 9 SUCCESS");
    }

    @Test
    void atomicOperationsReturnTheEarlierValue() {
        LocalBuffer counter = server.allocate(16, Access.REMOTE_ATOMIC);
        counter.bytes().order(ByteOrder.nativeOrder()).putLong(8, 40);
        RemoteBuffer remote = advertised(counter);
        if (isIwarp()) {
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> client.fetchAndAddAsync(remote, 8, 2))
                    .withMessageContaining("iWARP has no atomic operations");
            return;
        }

        assertThat(joined(client.fetchAndAddAsync(remote, 8, 2))).isEqualTo(40);
        assertThat(joined(client.compareAndSwapAsync(remote, 8, 41, 1))).isEqualTo(42);
        assertThat(joined(client.compareAndSwapAsync(remote, 8, 42, 7))).isEqualTo(42);

        assertThat(counter.bytes().order(ByteOrder.nativeOrder()).getLong(8)).isEqualTo(7);
        LocalBuffer result = client.allocate(8);
        client.postFetchAndAdd(result, 0, remote, 8, 1);
        client.awaitCompletions(Queue.SEND, 1, LONG);
        assertThat(result.bytes().order(ByteOrder.nativeOrder()).getLong(0)).isEqualTo(7);
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.fetchAndAddAsync(remote, 4, 2))
                .withMessageContaining("multiple of 8");
    }
}
