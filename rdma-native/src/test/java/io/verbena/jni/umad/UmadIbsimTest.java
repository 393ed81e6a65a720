package io.verbena.jni.umad;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.CText;
import io.verbena.jni.EventFd;
import io.verbena.jni.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Runs in a JVM that has ibsim's preload, attached to a host of a simulated fabric. */
@Tag("ibsim")
@Timeout(30)
class UmadIbsimTest {
    private static final int ENODEV = 19;
    private static final int ENOSPC = 28;
    private static final int ETIMEDOUT = 110;
    private static final int SLOT_SIZE = 64 + 256;
    private static final int SLOTS = 16;
    private static final int DIRECTED_ROUTE = 0x81;
    private static final int NODE_INFO = 0x11;

    private final ByteBuffer slots =
            ByteBuffer.allocateDirect(SLOTS * SLOT_SIZE).order(ByteOrder.nativeOrder());
    private int wake;
    private int fd;
    private int agent;

    @BeforeEach
    void openThePort() {
        Umad.load();
        assertThat(Umad.init()).isZero();
        wake = EventFd.create();
        fd = Umad.openPort("ibsim0", 1);
        assertThat(fd).isNotNegative();
        agent = Umad.register(fd, DIRECTED_ROUTE, 1, 0, 0, 0);
        assertThat(agent).isNotNegative();
    }

    @AfterEach
    void closeThePort() {
        assertThat(Umad.unregister(fd, agent)).isZero();
        Umad.closePort(fd);
        EventFd.close(wake);
    }

    @Test
    void readsTheDeviceAndItsPort() {
        assertThat(CText.list(20, Umad::deviceNames)).containsExactly("ibsim0");

        UmadDevice device = new UmadDevice();
        assertThat(Umad.device("ibsim0", device)).isZero();
        assertThat(CText.of(device.name)).isEqualTo("ibsim0");
        assertThat(device.nodeType).isEqualTo(1);
        assertThat(device.portCount).isEqualTo(1);
        assertThat(device.portMask).isEqualTo(2);
        assertThat(device.nodeGuid).isNotZero();

        UmadPort port = new UmadPort();
        assertThat(Umad.port("ibsim0", 1, port)).isZero();
        assertThat(port.number).isEqualTo(1);
        assertThat(port.state).isEqualTo(4);
        assertThat(port.physicalState).isEqualTo(5);
        assertThat(port.baseLid).isPositive();
        assertThat(port.smLid).isPositive();
        assertThat(port.rate).isPositive();
        assertThat(port.gidPrefix).isEqualTo(0xfe80_0000_0000_0000L);
        assertThat(port.portGuid).isNotZero();
        assertThat(port.pkeyCount).isPositive();
        assertThat(port.pkeys[0]).isEqualTo((short) 0xffff);
    }

    @Test
    void doesNotOpenWhatIsNotThere() {
        assertThat(Umad.openPort("ibsim7", 1)).isEqualTo(-ENODEV);
        assertThat(Umad.openPort("ibsim0", 7)).isEqualTo(-ENODEV);
    }

    @Test
    void asksItselfWhatItIs() {
        UmadDevice device = new UmadDevice();
        assertThat(Umad.device("ibsim0", device)).isZero();

        sendNodeInfo(0x1234);

        assertThat(receive(5000)).isEqualTo(1);
        assertThat(slots.getInt(UserMad.AGENT_ID)).isEqualTo(agent);
        assertThat(slots.getInt(UserMad.STATUS)).isZero();
        assertThat(slots.getInt(UserMad.LENGTH)).isBetween(64 + 224, SLOT_SIZE);
        ByteBuffer mad = mad(0);
        assertThat(mad.get(3)).as("method").isEqualTo((byte) 0x81);
        assertThat(mad.getInt(12)).as("low half of the transaction").isEqualTo(0x1234);
        assertThat(mad.getLong(64 + 12)).isEqualTo(device.nodeGuid);
    }

    @Test
    void takesAllThatIsThere() {
        Set<Integer> transactions = new HashSet<>();
        for (int i = 1; i <= 10; i++) {
            sendNodeInfo(i);
        }

        while (transactions.size() < 10) {
            int count = receive(5000);
            assertThat(count).isPositive();
            for (int i = 0; i < count; i++) {
                assertThat(slots.getInt(i * SLOT_SIZE + UserMad.STATUS)).isZero();
                assertThat(transactions.add(mad(i).getInt(12))).isTrue();
            }
        }
        assertThat(receive(0)).isZero();
    }

    @Test
    void getsBackWhatCannotBeRouted() {
        sendNodeInfo(0x77, 9);

        assertThat(receive(5000)).isEqualTo(1);
        assertThat(slots.getInt(UserMad.STATUS)).isEqualTo(ETIMEDOUT);
        assertThat(mad(0).get(3)).as("method").isEqualTo((byte) 1);
        assertThat(mad(0).getInt(12)).isEqualTo(0x77);
    }

    @Test
    void waitsNoLongerThanAsked() {
        long start = System.nanoTime();

        assertThat(receive(100)).isZero();

        assertThat(NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(95L, 20_000L);
    }

    @Test
    void isWokenWhileItWaits() throws Exception {
        CompletableFuture<Integer> received = CompletableFuture.supplyAsync(() -> receive(-1));
        MILLISECONDS.sleep(100);
        assertThat(received).isNotDone();

        EventFd.wake(wake);

        assertThat(received.get(20, SECONDS)).isZero();
        assertThat(receive(5000)).as("until it is drained").isZero();
        assertThat(EventFd.drain(wake)).isEqualTo(1);
    }

    @Test
    @EnabledIfEnvironmentVariable(
            named = "LD_PRELOAD",
            matches = ".*rmpp.*",
            disabledReason = "ibsim alone has no RMPP")
    void tellsHowLargeASlotATableNeeds() {
        UmadPort port = new UmadPort();
        assertThat(Umad.port("ibsim0", 1, port)).isZero();
        int subnetAdministration = Umad.register(fd, 3, 2, 1, 0, 0);
        ByteBuffer message = ByteBuffer.allocateDirect(SLOT_SIZE).order(ByteOrder.BIG_ENDIAN);
        message.putInt(UserMad.QPN, 1).putInt(UserMad.QKEY, 0x8001_0000).putShort(UserMad.LID, (short) port.smLid);
        ByteBuffer mad = message.slice(UserMad.SIZE, 256);
        mad.put(0, (byte) 1).put(1, (byte) 3).put(2, (byte) 2).put(3, (byte) 0x12);
        mad.putLong(8, 0x99).putShort(16, (short) NODE_INFO);

        assertThat(Umad.send(fd, subnetAdministration, Memory.address(message), 256, 2000, 1))
                .isZero();

        assertThat(receive(5000)).isEqualTo(-ENOSPC);
        int needed = slots.getInt(UserMad.LENGTH);
        assertThat(needed).isGreaterThan(SLOT_SIZE).isLessThanOrEqualTo(slots.capacity());
        assertThat(Umad.receive(fd, wake, Memory.address(slots), slots.capacity(), 1, 5000))
                .isEqualTo(1);
        assertThat(slots.getInt(UserMad.LENGTH)).isEqualTo(needed);
        assertThat(slots.getInt(UserMad.AGENT_ID)).isEqualTo(subnetAdministration);
        assertThat(slots.get(UserMad.SIZE + 3)).as("method").isEqualTo((byte) 0x92);
        assertThat(Umad.unregister(fd, subnetAdministration)).isZero();
    }

    private int receive(int timeoutMs) {
        return Umad.receive(fd, wake, Memory.address(slots), SLOT_SIZE, SLOTS, timeoutMs);
    }

    private ByteBuffer mad(int slot) {
        return slots.slice(slot * SLOT_SIZE + UserMad.SIZE, 256);
    }

    /** SubnGet(NodeInfo) along a directed route. */
    private void sendNodeInfo(int transaction, int... hops) {
        ByteBuffer message = ByteBuffer.allocateDirect(SLOT_SIZE).order(ByteOrder.BIG_ENDIAN);
        message.putShort(UserMad.LID, (short) 0xffff);
        ByteBuffer mad = message.slice(UserMad.SIZE, 256);
        mad.put(0, (byte) 1).put(1, (byte) DIRECTED_ROUTE).put(2, (byte) 1).put(3, (byte) 1);
        mad.put(7, (byte) hops.length).putLong(8, transaction).putShort(16, (short) NODE_INFO);
        mad.putShort(32, (short) 0xffff).putShort(34, (short) 0xffff);
        for (int i = 0; i < hops.length; i++) {
            mad.put(128 + 1 + i, (byte) hops[i]);
        }
        assertThat(Umad.send(fd, agent, Memory.address(message), 256, 200, 0)).isZero();
    }
}
