package io.verbena.jni.umad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.CText;
import io.verbena.jni.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs in a kernel that has rxe and siw: its own ib_umad, a header for global routes, and RoCE ports without LIDs. */
@Tag("rxe")
@Timeout(120)
class UmadRxeTest {
    private static final int ENOENT = 2;
    private static final int ENODEV = 19;
    private static final int EPROTONOSUPPORT = 93;
    private static final int ETIMEDOUT = 110;
    private static final int SUBNET_MANAGEMENT = 0x01;
    private static final int VENDOR_CLASS = 0x33;
    private static final int OUI = 0x001405;
    private static final int GET = 0x01;
    private static final int GET_RESPONSE = 0x81;
    private static final int SLOT_SIZE = 64 + 256;
    private static final int NO_WAKE_UP = -1;

    private final Side here = new Side("rxe0");
    private final Side there = new Side("rxe1");

    @BeforeEach
    void openThePorts() {
        Umad.load();
        assertThat(Umad.init()).isZero();
        here.open(0);
        there.open(1L << GET);
    }

    @AfterEach
    void closeThePorts() {
        here.close();
        there.close();
    }

    /** The order is that of the directory, which differs from kernel to kernel. */
    @Test
    void listsWhatCanSendDatagrams() {
        assertThat(CText.list(20, Umad::deviceNames)).containsExactlyInAnyOrder("rxe0", "rxe1");
    }

    @Test
    void readsTheDeviceAndItsPort() {
        UmadDevice device = new UmadDevice();
        assertThat(Umad.device("rxe0", device)).isZero();
        assertThat(device.nodeType).isEqualTo(1);
        assertThat(device.portCount).isEqualTo(1);
        assertThat(device.portMask).isEqualTo(2);
        assertThat(device.nodeGuid).isNotZero();

        UmadPort port = here.port();
        assertThat(port.number).isEqualTo(1);
        assertThat(port.state).isEqualTo(4);
        assertThat(port.physicalState).isEqualTo(5);
        assertThat(CText.of(port.linkLayer)).isEqualTo("Ethernet");
        assertThat(port.baseLid).isZero();
        assertThat(port.smLid).isZero();
        assertThat(port.rate).isPositive();
        assertThat(port.gidPrefix).isEqualTo(0xfe80_0000_0000_0000L);
        assertThat(port.portGuid).isNotZero().isNotEqualTo(there.port().portGuid);
        assertThat(port.pkeyCount).isEqualTo(1);
        assertThat(port.pkeys[0]).isEqualTo((short) 0xffff);
    }

    @Test
    void asksAnotherDeviceAndIsAnswered() {
        here.send(GET, 0x1234, there.port(), 5000);

        assertThat(there.receive(5000)).isEqualTo(1);
        assertThat(there.header().getInt(UserMad.AGENT_ID)).isEqualTo(there.agent);
        assertThat(there.header().getInt(UserMad.STATUS)).isZero();
        assertThat(there.header().get(UserMad.GRH_PRESENT)).isEqualTo((byte) 1);
        assertThat(there.wire().getLong(UserMad.GID + 8))
                .as("where it came from")
                .isEqualTo(here.port().portGuid);
        assertThat(there.wire().getInt(UserMad.QPN)).isEqualTo(1);
        assertThat(there.mad().get(3)).as("method").isEqualTo((byte) GET);

        there.send(GET_RESPONSE, there.mad().getLong(8), here.port(), 0);

        assertThat(here.receive(5000)).isEqualTo(1);
        assertThat(here.header().getInt(UserMad.AGENT_ID)).isEqualTo(here.agent);
        assertThat(here.header().getInt(UserMad.STATUS)).isZero();
        assertThat(here.mad().get(3)).as("method").isEqualTo((byte) GET_RESPONSE);
        assertThat(here.mad().getInt(12)).as("low half of the transaction").isEqualTo(0x1234);
    }

    @Test
    void getsBackWhatIsNotAnswered() {
        here.send(GET, 0x77, there.port(), 100);

        assertThat(here.receive(5000)).isEqualTo(1);
        assertThat(here.header().getInt(UserMad.STATUS)).isEqualTo(ETIMEDOUT);
        assertThat(here.mad().getInt(12)).isEqualTo(0x77);
    }

    @Test
    void hasNoSubnetManagement() {
        assertThat(Umad.register(here.descriptor, SUBNET_MANAGEMENT, 1, 0, 0, 0))
                .isEqualTo(-EPROTONOSUPPORT);
        assertThat(Umad.openIsSm("rxe0", 1)).isEqualTo(-ENOENT);
    }

    @Test
    void doesNotOpenADeviceThatCannotSendDatagrams() {
        assertThat(Umad.openPort("siw0", 1)).isEqualTo(-ENODEV);
    }

    /** A device, and one agent on its port. */
    private static final class Side {
        private final String device;
        private final ByteBuffer received = ByteBuffer.allocateDirect(SLOT_SIZE).order(ByteOrder.nativeOrder());
        private int descriptor;
        private int agent;

        Side(String device) {
            this.device = device;
        }

        void open(long methods) {
            descriptor = Umad.openPort(device, 1);
            assertThat(descriptor).isNotNegative();
            agent = Umad.registerVendor(descriptor, VENDOR_CLASS, OUI, 0, methods, 0);
            assertThat(agent).isNotNegative();
        }

        void close() {
            assertThat(Umad.unregister(descriptor, agent)).isZero();
            assertThat(Umad.closePort(descriptor)).isZero();
        }

        UmadPort port() {
            UmadPort port = new UmadPort();
            assertThat(Umad.port(device, 1, port)).isZero();
            return port;
        }

        /** Queue pair 1 and GID 0 on both sides, by which the kernel distinguishes a response from a request. */
        void send(int method, long transaction, UmadPort to, int timeoutMs) {
            ByteBuffer message = ByteBuffer.allocateDirect(SLOT_SIZE).order(ByteOrder.BIG_ENDIAN);
            message.putInt(UserMad.QPN, 1).putInt(UserMad.QKEY, 0x8001_0000);
            message.put(UserMad.GRH_PRESENT, (byte) 1).put(UserMad.HOP_LIMIT, (byte) 64);
            message.putLong(UserMad.GID, to.gidPrefix).putLong(UserMad.GID + 8, to.portGuid);
            ByteBuffer mad = message.slice(UserMad.SIZE, 256);
            mad.put(0, (byte) 1).put(1, (byte) VENDOR_CLASS).put(2, (byte) 1).put(3, (byte) method);
            mad.putLong(8, transaction).putShort(16, (short) 0x10).putInt(36, OUI);
            assertThat(Umad.send(descriptor, agent, Memory.address(message), 256, timeoutMs, 0))
                    .isZero();
        }

        int receive(int timeoutMs) {
            return Umad.receive(descriptor, NO_WAKE_UP, Memory.address(received), SLOT_SIZE, 1, timeoutMs);
        }

        ByteBuffer header() {
            return received;
        }

        ByteBuffer wire() {
            return received.duplicate().order(ByteOrder.BIG_ENDIAN);
        }

        ByteBuffer mad() {
            return received.slice(UserMad.SIZE, 256);
        }
    }
}
