package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.joined;
import static io.verbena.contract.connection.Both.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.BufferBoundsException;
import io.verbena.connection.Completion;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.QueueFullException;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.ReceiveAnnouncement;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.ScatterGather;
import io.verbena.connection.TransferException;
import io.verbena.contract.cm.CmBed;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.Transport;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Buffers, advertisements, and what moves data between them. */
@Timeout(120)
public abstract class TransferContract {
    private Both both;
    private RdmaConnection client;
    private RdmaConnection server;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed());
        client = both.client;
        server = both.accepted;
    }

    @AfterEach
    void close() {
        both.close();
    }

    private boolean isIwarp() {
        return client.group().context().properties().transport() == Transport.IWARP;
    }

    /** A buffer of the server, as the client knows it. */
    private RemoteBuffer advertised(LocalBuffer buffer) {
        server.advertise(buffer);
        return client.awaitAdvertisement(LONG);
    }

    private static LocalBuffer filled(RdmaConnection connection, int length, int seed, Access... access) {
        LocalBuffer buffer = connection.allocate(length, access);
        for (int i = 0; i < length; i++) {
            buffer.bytes().put(i, (byte) (i * 31 + seed));
        }
        return buffer;
    }

    @Test
    void aWriteGoesToTheAdvertisedBuffer() {
        LocalBuffer target = server.allocate(1 << 16, Access.REMOTE_WRITE, Access.REMOTE_READ);
        LocalBuffer source = filled(client, 1 << 16, 1);
        RemoteBuffer remote = advertised(target);
        assertThat(remote).isEqualTo(target.advertisement());

        assertThat(joined(client.write(source, 16, 5000, remote, 100))).isEqualTo(5000);
        LocalBuffer read = client.allocate(1 << 16);
        assertThat(joined(client.read(read, 8, 5000, remote, 100))).isEqualTo(5000);

        ByteBuffer expected = source.bytes().slice(16, 5000);
        assertThat(read.bytes().slice(8, 5000)).isEqualTo(expected);
        assertThat(target.bytes().slice(100, 5000)).isEqualTo(expected);
        assertThat(target.bytes().get(99)).isZero();
        assertThat(target.bytes().get(5100)).isZero();
    }

    @Test
    void manyAreAdvertisedInTheirOrderAndBothSidesDo() {
        List<LocalBuffer> buffers = new ArrayList<>();
        CompletableFuture<Void> advertising = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 200; i++) {
                LocalBuffer buffer = server.allocate(64, Access.REMOTE_WRITE);
                buffers.add(buffer);
                server.advertise(buffer, LONG);
            }
        });

        List<Long> told = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            told.add(client.awaitAdvertisement(LONG).id());
            LocalBuffer own = client.allocate(8, Access.REMOTE_READ);
            client.advertise(own, LONG);
            assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(own.id());
            own.close();
        }

        joined(advertising);
        assertThat(told).isEqualTo(buffers.stream().map(LocalBuffer::id).toList());
    }

    @Test
    void advertisingMoreThanThePeerTakesTimesOut() {
        LocalBuffer buffer = client.allocate(64, Access.REMOTE_WRITE);
        int kept = ConnectionOptions.DEFAULTS.advertisements();
        for (int i = 0; i < kept; i++) {
            client.advertise(buffer, LONG);
        }

        assertThatExceptionOfType(ConnectionTimeoutException.class)
                .isThrownBy(() -> client.advertise(buffer, SHORT))
                .withMessageContaining(client.toString())
                .withMessageContaining("to take earlier advertisements");
        for (int i = 0; i < kept; i++) {
            assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(buffer.id());
        }
        client.advertise(buffer, LONG);
        assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(buffer.id());
    }

    @Test
    void whatIsWithdrawnBeforeItIsTakenIsNotAdvertised() {
        List<Long> withdrawn = new CopyOnWriteArrayList<>();
        client.onWithdrawal(withdrawn::add);
        LocalBuffer first = server.allocate(64, Access.REMOTE_WRITE);
        LocalBuffer second = server.allocate(64, Access.REMOTE_WRITE);
        server.advertise(first);
        server.withdraw(first);
        server.advertise(second);
        server.announceReceives(1, 1, LONG);
        client.awaitReceives(LONG);

        assertThat(client.awaitAdvertisement(LONG).id()).isEqualTo(second.id());
        assertThat(withdrawn).containsExactly(first.id());
    }

    @Test
    void nothingIsAdvertisedInTime() {
        assertThatExceptionOfType(ConnectionTimeoutException.class)
                .isThrownBy(() -> client.awaitAdvertisement(SHORT))
                .withMessageContaining("to advertise a buffer");
    }

    @Test
    void messagesGoIntoReceivesInTheirOrder() {
        LocalBuffer inbox = server.allocate(3 * 100);
        LocalBuffer source = filled(client, 100, 7);
        List<CompletableFuture<Integer>> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            received.add(server.receive(inbox, i * 100, 100));
        }
        server.announceReceives(3, 100, LONG);
        assertThat(client.awaitReceives(LONG)).isEqualTo(new ReceiveAnnouncement(3, 100));

        for (int i = 0; i < 3; i++) {
            assertThat(joined(client.send(source, i, 50 + i))).isEqualTo(50 + i);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(joined(received.get(i))).isEqualTo(50 + i);
            assertThat(inbox.bytes().slice(i * 100, 50 + i))
                    .isEqualTo(source.bytes().slice(i, 50 + i));
        }
    }

    @Test
    void advertisementsDoNotGoIntoReceivesOfTheUser() {
        LocalBuffer inbox = server.allocate(100);
        CompletableFuture<Integer> received = server.receive(inbox, 0, 100);
        LocalBuffer other = client.allocate(8, Access.REMOTE_READ);
        server.announceReceives(1, 100, LONG);
        client.awaitReceives(LONG);

        client.advertise(other);
        assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(other.id());
        assertThat(received).isNotDone();
        joined(client.send(filled(client, 10, 3), 0, 10));

        assertThat(joined(received)).isEqualTo(10);
    }

    @Test
    void theSideThatAcceptedSendsToo() {
        LocalBuffer inbox = client.allocate(100);
        client.raw().receive(inbox, 0, 100);
        client.announceReceives(1, 100, LONG);
        server.awaitReceives(LONG);

        server.raw().send(filled(server, 100, 9), 20, 30);

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

        assertThat(joined(client.write(parts, remote, 10))).isEqualTo(12);

        ByteBuffer expected = ByteBuffer.allocate(12)
                .put(one.bytes().slice(4, 8))
                .put(two.bytes().slice(0, 3))
                .put(one.bytes().get(0))
                .flip();
        LocalBuffer back = client.allocate(12);
        joined(client.read(back, 0, 12, remote, 10));
        assertThat(back.bytes()).isEqualTo(expected);
        LocalBuffer inbox = server.allocate(64);
        CompletableFuture<Integer> received =
                server.receive(new ScatterGather(2).add(inbox, 0, 5).add(inbox, 40, 20));
        server.announceReceives(1, 25, LONG);
        client.awaitReceives(LONG);
        joined(client.send(parts));
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
            client.unsignaled().write(source, 0, 8, remote, i % 56);
        }
        long last = client.raw().write(source, 0, 64, remote, 0);

        assertThat(client.awaitCompletions(Queue.SEND, 1, LONG)).containsExactly(new Completion(last, 64));
    }

    @Test
    void whatIsNotTakenFillsTheQueueAndThenIsRefused() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_WRITE);
        RemoteBuffer remote = advertised(target);
        LocalBuffer source = client.allocate(64);
        int depth = ConnectionOptions.DEFAULTS.queueDepth();
        for (int i = 0; i < depth; i++) {
            client.raw().write(source, 0, 8, remote, 0);
        }

        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> client.raw().write(source, 0, 8, remote, 0))
                .withMessageContaining(client.toString())
                .withMessageContaining(Integer.toString(depth));
        Completions taken = new Completions(depth);
        assertThat(client.awaitCompletions(Queue.SEND, taken, depth, LONG)).isEqualTo(depth);
        assertThat(taken.status(depth - 1)).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(taken.request(depth - 1)).isEqualTo(depth - 1);
        client.raw().write(source, 0, 8, remote, 0);
        client.awaitCompletions(Queue.SEND, 1, LONG);
    }

    @Test
    void aListenerIsNotifiedInsteadOfWaitingThreads() {
        List<String> told = new CopyOnWriteArrayList<>();
        server.listener(
                (queue, request, bytes, status) -> told.add(queue + " " + request + " " + bytes + " " + status));
        LocalBuffer inbox = server.allocate(64);
        server.raw().receive(inbox, 0, 64);
        server.announceReceives(1, 64, LONG);
        client.awaitReceives(LONG);

        joined(client.send(client.allocate(9), 0, 9));

        until(server, () -> !told.isEmpty());
        assertThat(told).containsExactly("RECEIVE 0 9 SUCCESS");
    }

    @Test
    void partsThatABufferDoesNotHaveAreRefusedByName() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer local = client.allocate(32);

        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.write(local, 30, 3, remote, 0))
                .withMessage("3 bytes at offset 30 are not in the 32 bytes of " + local)
                .satisfies(refused -> {
                    assertThat(refused.buffer()).isSameAs(local);
                    assertThat(refused.offset()).isEqualTo(30);
                    assertThat(refused.length()).isEqualTo(3);
                });
        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.raw().write(local, 0, 32, remote, 33))
                .withMessage("32 bytes at offset 33 are not in the 64 bytes of " + remote);
        assertThatExceptionOfType(BufferBoundsException.class).isThrownBy(() -> client.receive(local, -1, 3));
        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.send(local, 0, Integer.MAX_VALUE));
        assertThatExceptionOfType(BufferBoundsException.class).isThrownBy(() -> new ScatterGather(1).add(local, 1, 32));
        joined(client.write(local, 0, 32, remote, 32));
    }

    @Test
    void accessThatWasNotAdvertisedIsRefusedBeforeItIsPosted() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        LocalBuffer local = client.allocate(32);

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.read(local, 0, 8, remote, 0))
                .withMessageContaining(remote.toString())
                .withMessageContaining("REMOTE_READ");
        joined(client.write(local, 0, 32, remote, 0));
    }

    @Test
    void atomicOperationsReturnTheEarlierValue() {
        LocalBuffer counter = server.allocate(16, Access.REMOTE_ATOMIC);
        counter.bytes().order(ByteOrder.nativeOrder()).putLong(8, 40);
        RemoteBuffer remote = advertised(counter);
        if (isIwarp()) {
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> client.fetchAndAdd(remote, 8, 2))
                    .withMessageContaining("iWARP has no atomic operations");
            return;
        }

        assertThat(joined(client.fetchAndAdd(remote, 8, 2))).isEqualTo(40);
        assertThat(joined(client.compareAndSwap(remote, 8, 41, 1))).isEqualTo(42);
        assertThat(joined(client.compareAndSwap(remote, 8, 42, 7))).isEqualTo(42);

        assertThat(counter.bytes().order(ByteOrder.nativeOrder()).getLong(8)).isEqualTo(7);
        LocalBuffer result = client.allocate(8);
        client.raw().fetchAndAdd(result, 0, remote, 8, 1);
        client.awaitCompletions(Queue.SEND, 1, LONG);
        assertThat(result.bytes().order(ByteOrder.nativeOrder()).getLong(0)).isEqualTo(7);
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.fetchAndAdd(remote, 4, 2))
                .withMessageContaining("multiple of 8");
    }

    @Test
    void oneBufferServesEveryConnectionOfTheServer() {
        ConnectionGroup group = server.group();
        LocalBuffer shared = group.allocate(64, Access.REMOTE_WRITE);
        CompletableFuture<RdmaConnection> connecting =
                both.bed.rdma().connectAsync(both.server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        RdmaConnection second = both.server.accept(LONG);
        RdmaConnection other = joined(connecting);
        assertThat(second.group()).isSameAs(group);
        server.advertise(shared);
        second.advertise(shared);

        joined(client.write(filled(client, 8, 1), 0, 8, client.awaitAdvertisement(LONG), 0));
        joined(other.write(filled(other, 8, 100), 0, 8, other.awaitAdvertisement(LONG), 8));
        // On iWARP a write has ended when it was sent; the end of the stream comes after it.
        client.disconnect(LONG);
        other.disconnect(LONG);
        server.awaitDisconnect(LONG);
        second.awaitDisconnect(LONG);

        assertThat(shared.bytes().get(1)).isEqualTo((byte) 32);
        assertThat(shared.bytes().get(9)).isEqualTo((byte) 131);
    }

    @Test
    void clientsOfOneGroupShareItsBuffersAndEndWithIt() {
        Rdma rdma = both.bed.rdma();
        ConnectionGroup group = rdma.connectionGroup(client.group().context().device());
        ConnectionOptions options = ConnectionOptions.DEFAULTS.timeout(LONG).group(group);
        CompletableFuture<RdmaConnection> first = rdma.connectAsync(both.server.address(), options);
        CompletableFuture<RdmaConnection> second = rdma.connectAsync(both.server.address(), options);
        LocalBuffer target = server.group().allocate(64, Access.REMOTE_WRITE);
        for (int i = 0; i < 2; i++) {
            both.server.accept(LONG).advertise(target);
        }
        LocalBuffer shared = group.allocate(8);

        for (RdmaConnection each : List.of(joined(first), joined(second))) {
            assertThat(each.group()).isSameAs(group);
            joined(each.write(shared, 0, 8, each.awaitAdvertisement(LONG), 0));
        }
        group.close();

        assertThat(joined(first).isOpen()).isFalse();
        assertThat(joined(second).queuePair().isClosed()).isTrue();
        assertThat(shared.isClosed()).isTrue();
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aGroupOfTheCallersDomainLeavesThatOpen() {
        ProtectionDomain domain = client.group().context().protectionDomain();
        ConnectionGroup group = ConnectionGroup.of(domain);
        LocalBuffer buffer = group.allocate(8);

        group.close();

        assertThat(buffer.isClosed()).isTrue();
        assertThat(domain.isClosed()).isFalse();
    }

    @Test
    void aGroupOfAnotherDeviceIsRefusedByName() {
        Rdma rdma = both.bed.rdma();
        String used = client.group().context().device();
        for (String other : rdma.verbsDevices()) {
            if (!other.equals(used)) {
                ConnectionOptions options = ConnectionOptions.DEFAULTS.group(rdma.connectionGroup(other));
                assertThatExceptionOfType(ConnectionException.class)
                        .isThrownBy(() -> rdma.connect(both.server.address(), options))
                        .withMessageContaining("is reached by " + used)
                        .withMessageContaining("is of " + other);
            }
        }
    }

    @Test
    void aBufferThatIsRegisteredStaysTheCallers() {
        ByteBuffer memory = ByteBuffer.allocateDirect(128).position(32).limit(96);
        LocalBuffer target = server.register(memory, Access.REMOTE_WRITE, Access.REMOTE_READ);
        assertThat(target.length()).isEqualTo(64);
        RemoteBuffer remote = advertised(target);

        joined(client.write(filled(client, 64, 11), 0, 64, remote, 0));
        joined(client.read(client.allocate(64), 0, 64, remote, 0));
        server.close();

        assertThat(target.isClosed()).isTrue();
        memory.clear();
        assertThat(memory.get(32)).isEqualTo((byte) 11);
        assertThat(memory.get(31)).isZero();
        assertThat(memory.get(96)).isZero();
    }

    @Test
    void aBufferThatIsClosedThereFailsTheRequestAndTheConnection() {
        LocalBuffer target = server.allocate(64, Access.REMOTE_READ);
        RemoteBuffer remote = advertised(target);
        target.close();

        CompletableFuture<Integer> read = client.read(client.allocate(64), 0, 64, remote, 0);

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
                                written.add(client.write(source, 0, 64, remote, 0));
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
        CompletableFuture<Integer> received = client.receive(client.allocate(64), 0, 64);

        server.close();

        assertThat(received)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ConnectionEndedException.class)
                .withMessageContaining("RECEIVE of 64 bytes")
                .withMessageContaining(client.toString());
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
                () -> client.raw().send(strange, 0, 8),
                () -> client.raw().receive(strange, 0, 8),
                () -> client.raw().write(new ScatterGather(1).add(strange, 0, 8), remote, 0),
                () -> client.raw().read(strange, 0, 8, remote, 0),
                () -> client.advertise(strange));

        for (Runnable each : wrong) {
            assertThatExceptionOfType(ConnectionException.class)
                    .isThrownBy(each::run)
                    .withMessageContaining(strange.toString())
                    .withMessageContaining("group");
        }
        joined(client.write(client.allocate(8), 0, 8, remote, 0));
    }

    @Test
    void partsOfSeveralGroupsAreRefused() {
        RemoteBuffer remote = advertised(server.allocate(64, Access.REMOTE_WRITE));
        ScatterGather mixed = new ScatterGather(2).add(client.allocate(8), 0, 8);

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> mixed.add(server.allocate(8), 0, 8))
                .withMessageContaining("group");
        assertThat(mixed.size()).isOne();
        joined(client.write(mixed, remote, 0));
    }

    @Test
    void aBufferThatIsClosedIsNotAdvertised() {
        LocalBuffer buffer = server.allocate(64, Access.REMOTE_WRITE);
        buffer.close();

        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> server.advertise(buffer))
                .withMessageContaining(buffer.toString());
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
                .isThrownBy(() -> client.raw().write(parts, remote, 0))
                .withMessageContaining("at most " + client.segments() + " segments; make")
                .withMessageContaining("the connection, with more");
        joined(client.write(buffer, 0, 8, remote, 0));
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
    void aConnectionThatIsClosedGetsNoMoreBuffers() {
        ConnectionGroup group =
                both.bed.rdma().connectionGroup(client.group().context().device());
        ConnectionOptions options = ConnectionOptions.DEFAULTS.timeout(LONG).group(group);
        RdmaConnection closed = both.bed.rdma().connect(both.server.address(), options);

        closed.close();

        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> closed.allocate(8))
                .withMessage(closed + " is closed");
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> closed.register(ByteBuffer.allocateDirect(8)));
    }
}
