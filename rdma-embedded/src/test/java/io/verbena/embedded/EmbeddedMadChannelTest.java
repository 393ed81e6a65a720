package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EmbeddedMadChannelTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Asker host = new Asker(fabric, "host0");
    private final MadChannel channel = host.channel();

    @AfterEach
    void close() {
        fabric.close();
    }

    private void send(int timeoutMillis, int... path) {
        byte[] bytes = Asker.request(NodeInfo.LAYOUT, 0, path).toBytes();
        channel.send(host.directedAgent(), MadAddress.DIRECTED, ByteBuffer.wrap(bytes), timeoutMillis);
    }

    private List<Asker.Reply> receive(long nanos) {
        List<Asker.Reply> replies = new ArrayList<>();
        host.receive(replies::add, nanos);
        return replies;
    }

    /** Starts a receive on another thread, which is waiting when this method returns. */
    private CompletableFuture<List<Asker.Reply>> receiveElsewhere() {
        CompletableFuture<List<Asker.Reply>> replies = new CompletableFuture<>();
        Thread receiver = new Thread(() -> replies.complete(receive(20_000_000_000L)));
        receiver.start();
        while (receiver.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return replies;
    }

    @Test
    void deliversAllArrivedDatagramsInOrder() {
        send(100, 1);
        send(100, 1, 4);
        send(100);

        assertThat(receive(0)).extracting(reply -> reply.directed().hopCount()).containsExactly(1, 2, 0);
    }

    @Test
    void doesNotModifyTheRequestOrItsBuffer() {
        ByteBuffer mad = ByteBuffer.allocateDirect(300);
        byte[] bytes = Asker.request(NodeInfo.LAYOUT, 0, 1).toBytes();
        mad.position(20).put(bytes).flip().position(20);

        channel.send(host.directedAgent(), MadAddress.DIRECTED, mad, 100);

        assertThat(mad.position()).isEqualTo(20);
        assertThat(mad.remaining()).isEqualTo(256);
        byte[] after = new byte[256];
        mad.get(20, after);
        assertThat(after).isEqualTo(bytes);
        assertThat(receive(0)).hasSize(1);
    }

    @Test
    void returnsARequestAtItsDeadlineAndNotBefore() {
        long start = System.nanoTime();
        send(30, 1, 30);

        assertThat(receive(1_000_000)).isEmpty();
        assertThat(receive(5_000_000_000L))
                .singleElement()
                .satisfies(reply -> assertThat(reply.status()).isEqualTo(Errno.ETIMEDOUT));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000L);
    }

    @Test
    void doesNotReturnARequestWithoutATimeout() {
        send(0, 1, 30);
        send(0, 1);

        assertThat(receive(0)).hasSize(1);
        assertThat(receive(10_000_000)).isEmpty();
    }

    @Test
    void shorterTimeoutsExpireFirst() {
        send(40, 1, 30);
        send(10, 1, 31, 1);

        assertThat(receive(5_000_000_000L))
                .extracting(reply -> reply.directed().hopCount())
                .containsExactly(3);
    }

    @Test
    void wakeUpEndsAWaitingReceive() throws Exception {
        CompletableFuture<List<Asker.Reply>> waiting = receiveElsewhere();

        channel.wakeUp();

        assertThat(waiting.get(5, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void wakeUpEndsTheNextReceiveIfNoneIsWaiting() {
        channel.wakeUp();

        assertThat(receive(20_000_000_000L)).isEmpty();
        assertThat(receive(1_000_000)).isEmpty();
    }

    @Test
    void aWaitingReceiveReturnsWhatAnotherThreadSends() throws Exception {
        CompletableFuture<List<Asker.Reply>> waiting = receiveElsewhere();

        send(100, 1);

        assertThat(waiting.get(5, TimeUnit.SECONDS)).hasSize(1);
    }

    @Test
    void requestsOfAClassAreDeliveredToOneAgent() {
        channel.register(new MadRegistration(0x32, 1, 0x1405, Set.of(1, 2), false));
        channel.register(new MadRegistration(0x32, 1, 0x1405, Set.of(3), false));
        channel.register(new MadRegistration(0x32, 1, 0x1406, Set.of(1, 2), false));

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> channel.register(new MadRegistration(0x32, 1, 0x1405, Set.of(2), false)))
                .withMessageContaining("another agent receives the requests of management class 0x32");
    }

    @Test
    void aDatagramOfAClassOtherThanTheAgentsIsNotAnswered() {
        byte[] bytes = Asker.requestByLid(NodeInfo.LAYOUT, 0).toBytes();

        Asker.Reply reply = host.send(host.directedAgent(), MadAddress.subnetManagement(1, 0), bytes);

        assertThat(reply.status()).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void refusesAnUnknownAgentAndADatagramOfAnotherLength() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> channel.send(9, MadAddress.DIRECTED, ByteBuffer.allocate(256), 1))
                .withMessageContaining("agent 9");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> channel.send(0, MadAddress.DIRECTED, ByteBuffer.allocate(255), 1))
                .withMessageContaining("256 bytes, not 255");
    }

    @Test
    void closingTheFabricClosesTheChannel() {
        fabric.close();
        channel.close();

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> send(1, 1))
                .withMessageContaining("closed");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> receive(0))
                .withMessageContaining("closed");
        assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> fabric.driver("host0"));
    }

    @Test
    void subnetManagementIsNotAnsweredByTheGeneralServices() {
        byte[] bytes = Asker.requestByLid(NodeInfo.LAYOUT, 0).toBytes();
        Asker.Reply reply = host.send(1, MadAddress.generalService(1, 0, 0), bytes);

        assertThat(reply.status()).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void noAttributeThatIsSetHarmsTheFabric() {
        Random random = new Random(20261121);
        int[] attributes = {
            0x01, 0x02, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
            0x20, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0xff90
        };
        int[] agents = {
            0, 1, channel.register(MadRegistration.client(0x04, 1)), channel.register(MadRegistration.client(0x21, 2))
        };
        int[] classes = {0x81, 0x01, 0x04, 0x21};
        for (int round = 0; round < 100_000; round++) {
            int kind = random.nextInt(4);
            byte[] bytes = new byte[256];
            if (random.nextBoolean()) {
                random.nextBytes(bytes);
            }
            byte[] route =
                    Asker.request(NodeInfo.LAYOUT, 0, 1, 1 + random.nextInt(6)).toBytes();
            System.arraycopy(route, 0, bytes, 0, 64);
            System.arraycopy(route, 128, bytes, 128, kind == 0 ? 128 : 0);
            bytes[1] = (byte) classes[kind];
            bytes[2] = (byte) (kind == 3 ? 2 : 1);
            bytes[3] = (byte) (1 + random.nextInt(2));
            int attribute = attributes[random.nextInt(attributes.length)];
            bytes[16] = (byte) (attribute >> 8);
            bytes[17] = (byte) attribute;
            bytes[20 + random.nextInt(4)] = (byte) random.nextInt(40);
            bytes[23] = (byte) random.nextInt(40);
            int lid = 1 + random.nextInt(22);
            MadAddress address = kind < 2
                    ? MadAddress.subnetManagement(lid, 0)
                    : MadAddress.generalService(lid, random.nextInt(16), 0);
            channel.send(agents[kind], address, ByteBuffer.wrap(bytes), 0);
            host.receive(reply -> assertThat(reply.bytes()).hasSize(256), 0);
        }
        assertThat(host.ask(Asker.request(NodeInfo.LAYOUT, 0)).status()).isZero();
    }

    @Test
    void noDatagramThatIsSentHarmsTheFabric() {
        Random random = new Random(20261101);
        int[] agents = {0, 1, channel.register(MadRegistration.client(0x03, 2))};
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = (round % 3 == 0
                            ? Asker.requestByLid(NodeInfo.LAYOUT, 0)
                            : Asker.request(NodeInfo.LAYOUT, 0, 1, 2, 3, 6))
                    .toBytes();
            for (int blow = round % 5 == 0 ? 256 : random.nextInt(6); blow >= 0; blow--) {
                bytes[random.nextInt(256)] = (byte) random.nextInt(256);
            }
            MadAddress address = MadAddress.subnetManagement(random.nextInt(0x10000), 0);
            channel.send(agents[random.nextInt(3)], address, ByteBuffer.wrap(bytes), 0);
            host.receive(reply -> assertThat(reply.bytes()).hasSize(256), 0);
        }
        while (!receive(0).isEmpty()) {
            // Datagrams of the last rounds remain.
        }
        assertThat(host.ask(NodeInfo.LAYOUT, 0, 1, 2, 3, 6).localPortNum()).isEqualTo(1);
    }
}
