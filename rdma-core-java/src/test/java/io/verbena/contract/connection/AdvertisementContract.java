package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Registered buffers, the groups that own them, and their advertisement to the peer. */
public abstract class AdvertisementContract extends ConnectedPair {
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
    void advertisementsDoNotGoIntoReceivesOfTheUser() {
        LocalBuffer inbox = server.allocate(100);
        CompletableFuture<Integer> received = server.receiveAsync(inbox, 0, 100);
        LocalBuffer other = client.allocate(8, Access.REMOTE_READ);
        server.announceReceives(1, 100, LONG);
        client.awaitReceives(LONG);

        client.advertise(other);
        assertThat(server.awaitAdvertisement(LONG).id()).isEqualTo(other.id());
        assertThat(received).isNotDone();
        joined(client.sendAsync(filled(client, 10, 3), 0, 10));

        assertThat(joined(received)).isEqualTo(10);
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

        joined(client.writeAsync(filled(client, 8, 1), 0, 8, client.awaitAdvertisement(LONG), 0));
        joined(other.writeAsync(filled(other, 8, 100), 0, 8, other.awaitAdvertisement(LONG), 8));
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
            joined(each.writeAsync(shared, 0, 8, each.awaitAdvertisement(LONG), 0));
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

        joined(client.writeAsync(filled(client, 64, 11), 0, 64, remote, 0));
        joined(client.readAsync(client.allocate(64), 0, 64, remote, 0));
        server.close();

        assertThat(target.isClosed()).isTrue();
        memory.clear();
        assertThat(memory.get(32)).isEqualTo((byte) 11);
        assertThat(memory.get(31)).isZero();
        assertThat(memory.get(96)).isZero();
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
