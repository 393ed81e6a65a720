package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.XrcDomainOpening;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.XrcDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Extended reliable connections (IBA annex A14): one connection between two hosts serves several programs. */
@Timeout(60)
class ExtendedConnectionTest {
    private static final QueuePairCapacity CAPACITY = new QueuePairCapacity(64, 0, 2, 0, 64);

    @TempDir
    Path directory;

    private EmbeddedFabric fabric;
    private Program client;
    private Program server;

    @SuppressWarnings("NullAway.Init") // set by connect
    private QueuePair receiver;

    /** A program with a queue of its own in an XRC domain. */
    private static final class Program implements AutoCloseable {
        final Station station;
        final XrcDomain xrc;
        final ProtectionDomain domain;
        final CompletionQueue completions;
        final SharedReceiveQueue queue;
        final ByteBuffer memory = ByteBuffer.allocateDirect(4096);
        final MemoryRegion region;

        Program(EmbeddedFabric fabric, String host, Path file) {
            station = new Station(fabric, host, QueuePairType.RC);
            xrc = station.context.xrcDomain(file, XrcDomainOpening.CREATE);
            domain = station.context.protectionDomain();
            completions = station.context.completionQueue(64, station.context.completionChannel(), 0);
            queue = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(64, 1), xrc, completions);
            region = domain.register(memory, Station.ALL);
        }

        void receive(long id, int offset) {
            ReceiveRequests requests = queue.receiveRequests(1);
            queue.post(requests.receive(id).segment(region, offset, 64));
        }

        QueuePair sender() {
            return domain.queuePair(QueuePairType.XRC_SEND)
                    .completions(completions)
                    .capacity(CAPACITY)
                    .create();
        }

        WorkCompletion next() {
            CompletionBatch batch = completions.batch(1);
            assertThat(completions.await(batch, Duration.ofSeconds(20))).isEqualTo(1);
            return batch.get(0).copy();
        }

        @Override
        public void close() {
            station.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Program(fabric, "host0", Files.createFile(directory.resolve("client")));
        server = new Program(fabric, "host1", Files.createFile(directory.resolve("server")));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    /** Connects a sending end of one program to a receiving end of another. */
    private QueuePair connect(Program from, Program to) {
        QueuePair sender = from.sender();
        receiver = to.domain.queuePair(QueuePairType.XRC_RECEIVE).in(to.xrc).create();
        sender.establish(setup().to(from.station.way(to.station), receiver.number()));
        receiver.establish(setup().to(to.station.way(from.station), sender.number()));
        return sender;
    }

    private static QueuePairSetup setup() {
        return QueuePairSetup.port(1).access(Station.ALL);
    }

    private static void send(QueuePair by, Program from, Program to, long id) {
        by.post(by.sendRequests(1).send(id).segment(from.region, 0, 64).toSharedReceiveQueue(to.queue.number()));
    }

    @Test
    void aDeviceReportsThatItHasThem() {
        assertThat(client.station.context.properties().capabilities().contains(DeviceCapability.XRC))
                .isTrue();
    }

    @Test
    void aMessageArrivesInTheQueueThatItNames() {
        QueuePair sender = connect(client, server);
        client.memory.put(0, (byte) 'x');
        server.receive(7, 128);

        send(sender, client, server, 1);

        assertThat(client.next().check().id()).isEqualTo(1);
        WorkCompletion received = server.next().check();
        assertThat(received.id()).isEqualTo(7);
        assertThat(received.byteLength()).isEqualTo(64);
        assertThat(received.queuePair()).isEqualTo(receiver.number());
        assertThat(server.memory.get(128)).isEqualTo((byte) 'x');
    }

    @Test
    void oneConnectionServesTheProgramsThatHaveOpenedTheDomain() {
        QueuePair sender = connect(client, server);
        try (Program second = new Program(fabric, "host1", directory.resolve("server"))) {
            server.receive(1, 0);
            second.receive(2, 0);

            send(sender, client, second, 10);
            send(sender, client, server, 11);

            assertThat(second.next().check().id()).isEqualTo(2);
            assertThat(server.next().check().id()).isEqualTo(1);
        }
    }

    @Test
    void programsPlayPingPongOverAConnectionInEachDirection() throws InterruptedException {
        QueuePair there = connect(client, server);
        QueuePair back = connect(server, client);
        int rounds = 200;
        client.receive(0, 0);
        server.receive(0, 0);
        Thread answering = new Thread(() -> {
            for (int round = 0; round < rounds; round++) {
                nextReceive(server);
                server.receive(round + 1, 0);
                send(back, server, client, -1);
            }
        });
        answering.start();

        for (int round = 0; round < rounds; round++) {
            send(there, client, server, -1);
            assertThat(nextReceive(client).id()).isEqualTo(round);
            client.receive(round + 1, 0);
        }

        answering.join(Duration.ofSeconds(20).toMillis());
        assertThat(answering.isAlive()).isFalse();
    }

    private static WorkCompletion nextReceive(Program program) {
        WorkCompletion next = program.next().check();
        return next.id() == -1 ? nextReceive(program) : next;
    }

    @Test
    void thePeerWritesToTheMemoryOfTheProgramWhoseQueueItNames() {
        QueuePair sender = connect(client, server);
        client.memory.put(0, (byte) 'w');

        sender.post(sender.sendRequests(1)
                .write(1, server.region.address() + 64, server.region.remoteKey())
                .segment(client.region, 0, 8)
                .toSharedReceiveQueue(server.queue.number()));

        client.next().check();
        assertThat(server.memory.get(64)).isEqualTo((byte) 'w');
    }

    @Test
    void aQueueOfAnotherDomainRefusesTheMessage() {
        QueuePair sender = connect(client, server);
        Program stranger = new Program(fabric, "host1", directory);
        stranger.receive(1, 0);

        send(sender, client, stranger, 1);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
        assertThat(receiver.state()).isEqualTo(QueuePairState.ERROR);
        stranger.close();
    }

    @Test
    void aConnectionStaysUntilTheLastProgramHasClosedIt() {
        QueuePair sender = connect(client, server);
        try (Program second = new Program(fabric, "host1", directory.resolve("server"))) {
            QueuePair opened = second.domain
                    .queuePair(QueuePairType.XRC_RECEIVE)
                    .in(second.xrc)
                    .open(receiver.number());
            assertThat(opened.number()).isEqualTo(receiver.number());
            receiver.close();
            second.receive(3, 0);

            send(sender, client, second, 1);

            assertThat(second.next().check().id()).isEqualTo(3);
            opened.close();
        }
    }

    @Test
    void aQueuePairOfAnotherDomainCannotBeOpened() {
        connect(client, server);
        XrcDomain other = server.station.context.xrcDomain();

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.domain
                        .queuePair(QueuePairType.XRC_RECEIVE)
                        .in(other)
                        .open(receiver.number()))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_open_qp"))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aDomainIsCreatedOnceAndOpenedAgain() throws IOException {
        Path file = Files.createFile(directory.resolve("another"));

        refused(Errno.EAGAIN, file, XrcDomainOpening.EXISTING);
        XrcDomain created = client.station.context.xrcDomain(file, XrcDomainOpening.CREATE_NEW);
        client.station.context.xrcDomain(file, XrcDomainOpening.EXISTING).close();
        refused(Errno.EINVAL, file, XrcDomainOpening.CREATE_NEW);
        created.close();
        refused(Errno.EAGAIN, file, XrcDomainOpening.EXISTING);
        refused(Errno.ENOENT, directory.resolve("nothing"), XrcDomainOpening.CREATE);
    }

    private void refused(int errno, Path file, XrcDomainOpening opening) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.station.context.xrcDomain(file, opening))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_open_xrcd"))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
