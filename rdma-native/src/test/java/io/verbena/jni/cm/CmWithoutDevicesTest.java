package io.verbena.jni.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.NativeLibrary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = "isBuilt", disabledReason = "the C code is not built")
class CmWithoutDevicesTest {
    private static final long ENOENT = 2;
    private static final long ENODEV = 19;
    private static final int NUMERIC_HOST = 2;
    private static final int AF_INET = 2;

    static boolean isBuilt() {
        return NativeLibrary.isBundled("verbena_cm");
    }

    @BeforeEach
    void load() {
        Cm.load();
    }

    @Test
    void opensAChannelOrSaysWhyNot() {
        long channel = Cm.createChannel();
        if (channel > 0) {
            assertThat(Cm.wakeChannel(channel)).isZero();
            assertThat(Cm.awaitEvent(channel, new CmEvent(), 10_000)).isZero();
            assertThat(Cm.destroyChannel(channel)).isZero();
        } else {
            assertThat(channel).isIn(-ENODEV, -ENOENT);
        }
    }

    @Test
    void saysThatANameIsNoAddress() {
        assertThat(Cm.getAddressInfo("no address", "7471", NUMERIC_HOST, 0x0106, new CmEndpoint()))
                .isIn((int) -ENOENT, (int) -ENODEV);
    }

    @Test
    void readsAnAddressWithItsPort() {
        CmEndpoint found = new CmEndpoint();

        if (Cm.getAddressInfo("10.77.0.2", "7471", NUMERIC_HOST, 0x0106, found) == 0) {
            ByteBuffer peer = ByteBuffer.wrap(found.peer);
            assertThat(peer.order(ByteOrder.nativeOrder()).getShort()).isEqualTo((short) AF_INET);
            assertThat(peer.order(ByteOrder.BIG_ENDIAN).getShort()).isEqualTo((short) 7471);
            assertThat(peer.getInt()).isEqualTo(0x0a4d0002);
        }
    }
}
