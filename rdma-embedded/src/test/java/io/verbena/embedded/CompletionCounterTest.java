package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Completion counters, which no device in software has. */
@Timeout(60)
class CompletionCounterTest {
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

    private void connect() {
        Station.connect(client, server, setup -> setup);
    }

    private static CompletionCounter counter(Station station, CompletionCounterOperation... operations) {
        return counter(station, CompletionCounterType.REQUESTS, operations);
    }

    private static CompletionCounter counter(
            Station station, CompletionCounterType type, CompletionCounterOperation... operations) {
        CompletionCounter counter = station.context.completionCounter(type);
        counter.attach(station.pair, operations);
        return counter;
    }

    @Test
    void theDeviceCountsAllOperations() {
        CompletionCounterLimits limits = client.context.completionCounterLimits();

        assertThat(limits.operations().known()).containsExactlyInAnyOrder(CompletionCounterOperation.values());
        assertThat(limits.maxCounters()).isPositive();
        assertThat(limits.maxValue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sendsAndReceivesAreCountedOnTheirSides() {
        CompletionCounter sends = counter(client, CompletionCounterOperation.SEND);
        CompletionCounter receives = counter(server, CompletionCounterOperation.RECEIVE);
        connect();
        server.receive(1, 0, 100);
        server.receive(2, 0, 100);

        client.send(3, 0, 100);
        client.pair.post(client.pair
                .sendRequests(1)
                .send(4)
                .segment(client.region, 0, 50)
                .unsignaled());
        client.next().check();
        server.next().check();
        server.next().check();

        assertThat(sends.read()).as("unsignaled sends count too").isEqualTo(2);
        assertThat(receives.read()).isEqualTo(2);
        assertThat(sends.readErrors()).isZero();
    }

    @Test
    void writesAndReadsAreCountedOnBothSides() {
        CompletionCounter writes = counter(client, CompletionCounterType.BYTES, CompletionCounterOperation.RDMA_WRITE);
        CompletionCounter reads = counter(client, CompletionCounterOperation.RDMA_READ);
        CompletionCounter written =
                counter(server, CompletionCounterType.BYTES, CompletionCounterOperation.REMOTE_RDMA_WRITE);
        CompletionCounter read = counter(server, CompletionCounterOperation.REMOTE_RDMA_READ);
        connect();

        client.write(1, server);
        client.next().check();
        client.pair.post(client.pair
                .sendRequests(1)
                .read(2, server.region.address(), server.region.remoteKey())
                .segment(client.region, 0, 32));
        client.next().check();

        assertThat(writes.read()).isEqualTo(64);
        assertThat(written.read()).isEqualTo(64);
        assertThat(reads.read()).isEqualTo(1);
        assertThat(read.read()).isEqualTo(1);
    }

    @Test
    void aRequestThatFailsIsCountedAsAnError() {
        CompletionCounter writes = counter(client, CompletionCounterType.BYTES, CompletionCounterOperation.RDMA_WRITE);
        connect();

        client.pair.post(client.pair.sendRequests(1).write(1, 0, 0).segment(client.region, 0, 8));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(writes.readErrors()).isEqualTo(1);
        assertThat(writes.read()).isZero();
    }

    @Test
    void aProgramSetsAndAddsToBothValues() {
        CompletionCounter counter = client.context.completionCounter(CompletionCounterType.BYTES);

        counter.set(10);
        counter.add(5);
        counter.setErrors(3);
        counter.addErrors(4);

        assertThat(counter.type()).isEqualTo(CompletionCounterType.BYTES);
        assertThat(counter.read()).isEqualTo(15);
        assertThat(counter.readErrors()).isEqualTo(7);
    }

    @Test
    void anOperationHasOneCounter() {
        counter(client, CompletionCounterOperation.SEND, CompletionCounterOperation.RECEIVE);
        CompletionCounter other = client.context.completionCounter(CompletionCounterType.REQUESTS);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> other.attach(client.pair, CompletionCounterOperation.RECEIVE))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
        assertThatIllegalArgumentException().isThrownBy(() -> other.attach(client.pair));
    }

    @Test
    void aCounterCannotBeAttachedToAConnectedQueuePair() {
        connect();
        CompletionCounter counter = client.context.completionCounter(CompletionCounterType.REQUESTS);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> counter.attach(client.pair, CompletionCounterOperation.SEND))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aCounterIsClosedAfterItsQueuePairs() {
        CompletionCounter counter =
                counter(client, CompletionCounterOperation.SEND, CompletionCounterOperation.RECEIVE);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(counter::close)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));

        client.pair.close();
        counter.close();
        assertThat(counter.isDestroyed()).isTrue();
    }
}
