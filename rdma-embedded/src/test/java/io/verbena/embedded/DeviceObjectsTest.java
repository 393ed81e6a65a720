package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.ForkState;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ThreadDomain;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects of a device that neither rxe nor siw has: its clock, and the domains of threads. */
@Timeout(60)
class DeviceObjectsTest {
    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Station(fabric, "host0", QueuePairType.RC);
        server = new Station(fabric, "host1", QueuePairType.RC);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private static long nanos(DeviceClock clock) {
        return clock.seconds() * 1_000_000_000 + clock.nanoseconds();
    }

    /** Sends a message by another queue pair of the client, whose completion goes to a queue. */
    private void exchange(ProtectionDomain domain, CompletionQueue queue) {
        MemoryRegion region = domain.register(ByteBuffer.allocateDirect(64).put(0, (byte) 'm'));
        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
        pair.establish(QueuePairSetup.port(1).to(client.way(server), server.pair.number()));
        server.pair.establish(QueuePairSetup.port(1).to(server.way(client), pair.number()));
        server.receive(1, 0, 64);
        pair.post(pair.sendRequests(1).send(2).segment(region, 0, 64));
        server.next().check();
        assertThat(server.buffer.get(0)).isEqualTo((byte) 'm');
    }

    @Test
    void theClockOfADeviceStampsItsCompletions() {
        CompletionQueue queue = client.context.completionQueue(
                8, client.context.completionChannel(), 0, EnumSet.of(CompletionField.TIMESTAMP));
        DeviceClock before = client.context.clock();

        exchange(client.domain, queue);

        CompletionBatch batch = queue.batch(1);
        queue.await(batch, Duration.ofSeconds(20));
        DeviceClock after = client.context.clock();
        assertThat(batch.get(0).check().timestamp()).isBetween(nanos(before), nanos(after));
        assertThat(client.context.extensions().clockKilohertz())
                .as("the stamps count nanoseconds")
                .isEqualTo(1_000_000);
    }

    @Test
    void theSpeedOfAPortIsThatOfAllItsLanes() {
        PortProperties port = client.context.port(1);

        assertThat(client.context.portMegabits(1))
                .isEqualTo((long) (port.lanes() * port.laneSpeed().nominal() * 1000));
    }

    @Test
    void theObjectsOfADomainOfOneThreadTransferData() {
        ThreadDomain thread = client.context.threadDomain();
        ProtectionDomain domain = client.domain.within(thread);
        CompletionQueue queue = domain.completionQueue(
                8,
                client.context.completionChannel(),
                0,
                EnumSet.of(CompletionField.QUEUE_PAIR),
                CompletionQueueFlag.SINGLE_THREADED);

        exchange(domain, queue);

        assertThat(queue.await(queue.batch(1), Duration.ofSeconds(20))).isEqualTo(1);
        thread.close();
        assertThat(domain.isClosed()).as("what belongs to the thread").isTrue();
    }

    @Test
    void theMemoryOfQueuesIsNotThatOfTheApplication() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> client.domain.parentDomain(request -> Optional.empty()))
                .withMessageContaining("call parentDomain() without an allocator");

        exchange(client.domain.parentDomain(), client.queue);

        client.next().check();
    }

    @Test
    void aCompletionQueueOfAProtectionDomainNeedsAParentDomain() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.domain.completionQueue(8, null, 0, EnumSet.of(CompletionField.QUEUE_PAIR)))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .withMessageContaining("a parent domain");
    }

    @Test
    void aForkTakesNoMemoryAway() {
        client.context.initializeFork();

        assertThat(client.context.forkState()).isEqualTo(ForkState.UNNEEDED);
    }

    @Test
    void theTableOfGidsIsReadAsAWhole() {
        assertThat(client.context.gids(128)).isEqualTo(client.context.gids()).hasSize(1);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.context.gids(0))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }
}
