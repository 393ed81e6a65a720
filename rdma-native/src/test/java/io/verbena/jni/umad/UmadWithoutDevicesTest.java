package io.verbena.jni.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.verbena.jni.CText;
import io.verbena.jni.Memory;
import io.verbena.jni.NeedsNativeCode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@NeedsNativeCode
class UmadWithoutDevicesTest {
    private static final int ENOENT = 2;
    private static final int EBADF = 9;
    private static final int ENODEV = 19;
    private static final int EINVAL = 22;
    private static final int EOPNOTSUPP = 95;

    @BeforeAll
    static void load() {
        assumeThat(Path.of("/sys/class/infiniband_mad")).doesNotExist();
        Umad.load();
        assertThat(Umad.init()).isZero();
    }

    @Test
    void hasNoDevices() {
        assertThat(CText.list(20, Umad::deviceNames)).isEmpty();
    }

    @Test
    void cannotReadADevice() {
        UmadDevice device = new UmadDevice();

        assertThat(Umad.device("mlx5_0", device)).isEqualTo(-ENOENT);
        assertThat(CText.of(device.name)).isEmpty();
        assertThat(device.portMask).isZero();
    }

    @Test
    void cannotReadAPort() {
        UmadPort port = new UmadPort();

        assertThat(Umad.port("mlx5_0", 1, port)).isNegative();
        assertThat(port.pkeyCount).isZero();
    }

    @Test
    void cannotOpenAPort() {
        assertThat(Umad.openPort("mlx5_0", 1)).isEqualTo(-EOPNOTSUPP);
    }

    @Test
    void cannotSayThatASubnetManagerIsThere() {
        assertThat(Umad.openIsSm("mlx5_0", 1)).isIn(-ENOENT, -ENODEV, -EINVAL);
    }

    @Test
    void answersTheErrnoForADescriptorThatIsNotOpen() {
        ByteBuffer slots = ByteBuffer.allocateDirect(512);
        long address = Memory.address(slots);

        assertThat(Umad.register(-1, 0x81, 1, 0, 0, 0)).isEqualTo(-EBADF);
        assertThat(Umad.registerVendor(-1, 0x30, 0x001405, 0, 0, 0)).isEqualTo(-EBADF);
        assertThat(Umad.unregister(-1, 0)).isEqualTo(-EBADF);
        assertThat(Umad.send(-1, 0, address, 256, 100, 0)).isEqualTo(-EBADF);
        assertThat(Umad.receive(-1, -1, address, 512, 1, 1000)).isEqualTo(-EBADF);
        assertThat(Umad.receive(1000, -1, address, 512, 1, 1000)).isEqualTo(-EBADF);
        assertThat(Umad.closePort(-1)).isEqualTo(-EBADF);
    }

    @Test
    void refusesSlotsThatCannotHoldAMad() {
        ByteBuffer slots = ByteBuffer.allocateDirect(512);

        assertThat(Umad.receive(0, -1, Memory.address(slots), 319, 1, 0)).isEqualTo(-EINVAL);
        assertThat(Umad.receive(0, -1, Memory.address(slots), 320, 0, 0)).isEqualTo(-EINVAL);
    }
}
