package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.RdmaException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.spi.GidEntry;
import io.verbena.spi.PortAttributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as a kernel writes them, and as it should not. */
class SysfsTest {
    @TempDir
    Path devices;

    private Sysfs sysfs;

    @BeforeEach
    void writeWhatAKernelSays() throws IOException {
        sysfs = new Sysfs(devices);
        write("mlx5_0/node_type", "1: CA");
        write("mlx5_0/ports/1/link_layer", "Ethernet");
        write("mlx5_0/ports/1/gids/0", "fe80:0000:0000:0000:0202:c9ff:fe00:0001");
        write("mlx5_0/ports/1/gids/1", "fe80:0000:0000:0000:0202:c9ff:fe00:0001");
        write("mlx5_0/ports/1/gids/2", "0000:0000:0000:0000:0000:0000:0000:0000");
        write("mlx5_0/ports/1/gids/10", "0000:0000:0000:0000:0000:ffff:0a00:0001");
        write("mlx5_0/ports/1/gid_attrs/types/0", "IB/RoCE v1");
        write("mlx5_0/ports/1/gid_attrs/types/1", "RoCE v2");
        write("mlx5_0/ports/1/gid_attrs/types/10", "RoCE v9");
        write("mlx5_0/ports/1/gid_attrs/ndevs/1", "eth0");
        write("iwarp0/node_type", "4: RNIC");
        write("iwarp0/node_guid", "0202:c9ff:fe00:0002");
        write("iwarp0/sys_image_guid", "0202:c9ff:fe00:0003");
        write("iwarp0/fw_ver", "1.2.3");
        write("iwarp0/ports/2/state", "1: DOWN");
        write("iwarp0/ports/2/phys_state", "3: Disabled");
        write("iwarp0/ports/2/rate", "2.5 Gb/sec (1X SDR)");
        write("iwarp0/ports/2/lid", "0x1f");
        write("iwarp0/ports/2/lid_mask_count", "0");
        write("iwarp0/ports/2/sm_lid", "0x0");
        write("iwarp0/ports/2/sm_sl", "0");
        write("iwarp0/ports/2/cap_mask", "0x80090000");
        write("iwarp0/ports/2/link_layer", "Ethernet");
        write("iwarp0/ports/2/gids/0", "0202:c900:0002:0000:0000:0000:0000:0000");
    }

    private void write(String file, String text) throws IOException {
        Path path = devices.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    @Test
    void aDeviceIsGivenAnotherDescription() throws IOException {
        write("mlx5_0/node_desc", "MT4119 ConnectX5");
        assertThat(sysfs.description("mlx5_0")).isEqualTo("MT4119 ConnectX5");

        sysfs.describe("mlx5_0", "höst1 mlx5_0");

        assertThat(sysfs.description("mlx5_0")).isEqualTo("höst1 mlx5_0");
        assertThat(Files.readString(devices.resolve("mlx5_0/node_desc"))).isEqualTo("höst1 mlx5_0");
    }

    @Test
    void aBoardHasAnIdIfTheDriverOfTheVendorSaysSo() throws IOException {
        write("mlx5_0/board_id", "MT_0000000012");

        assertThat(sysfs.boardId("mlx5_0")).isEqualTo("MT_0000000012");
        assertThat(sysfs.boardId("iwarp0")).isEmpty();
    }

    @Test
    void aDescriptionThatCannotBeWrittenIsNamedWithTheReason() throws IOException {
        Files.createDirectories(devices.resolve("mlx5_0/node_desc"));

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> sysfs.describe("mlx5_0", "host1"))
                .withMessage("cannot write " + devices + "/mlx5_0/node_desc: Is a directory");
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> sysfs.describe("iwarp0", "host1"))
                .withMessageContaining(devices + "/iwarp0/node_desc, which holds the description");
        assertThat(devices.resolve("iwarp0/node_desc")).doesNotExist();
    }

    @Test
    void countersAreReadAndWhatIsNoNumberIsNone() throws IOException {
        write("mlx5_0/ports/1/counters/port_xmit_data", "18446744073709551615\n");
        write("mlx5_0/ports/1/counters/symbol_error", "3\n");
        write("mlx5_0/ports/1/counters/port_rcv_data", "N/A (no PMA)\n");
        write("mlx5_0/ports/1/hw_counters/out_of_sequence", "7\n");
        write("mlx5_0/ports/1/hw_counters/lifespan", "10\n");
        Files.createDirectories(devices.resolve("mlx5_0/ports/1/counters/unreadable"));

        assertThat(sysfs.counters("mlx5_0", 1))
                .containsOnly(
                        Map.entry("port_xmit_data", -1L),
                        Map.entry("symbol_error", 3L),
                        Map.entry("out_of_sequence", 7L));
        assertThat(sysfs.counters("mlx5_0", 2)).isEmpty();
    }

    @Test
    void thereMayBeNoDevices() {
        assertThat(new Sysfs(devices.resolve("none")).unmanagedDevices()).isEmpty();
        assertThat(new Sysfs(devices.resolve("none")).gids("mlx5_0", 1)).isEmpty();
    }

    @Test
    void whatIsNoNodeOfInfiniBandIsListed() {
        assertThat(sysfs.unmanagedDevices()).containsExactly("iwarp0");
    }

    @Test
    void aDeviceIsReadWithItsPorts() {
        assertThat(sysfs.device("iwarp0").transport()).isEqualTo(Transport.IWARP);
        assertThat(sysfs.device("iwarp0").nodeGuid()).hasToString("0202:c9ff:fe00:0002");
        assertThat(sysfs.device("iwarp0").firmwareVersion()).isEqualTo("1.2.3");
        assertThat(sysfs.device("iwarp0").hardwareType()).isEmpty();

        PortAttributes port = sysfs.device("iwarp0").ports().get(0);
        assertThat(port.number()).isEqualTo(2);
        assertThat(port.rate()).isEqualTo(2);
        assertThat(port.lid().bits()).isEqualTo(0x1f);
        assertThat(port.capabilityMask()).isEqualTo(0x80090000L);
        assertThat(port.pKeys()).isEmpty();
    }

    @Test
    void theGidsInUseAreReadInTheOrderOfTheirIndexes() {
        Gid linkLocal = Gid.parse("fe80::202:c9ff:fe00:1");
        assertThat(sysfs.gids("mlx5_0", 1))
                .containsExactly(
                        new GidEntry(0, linkLocal, GidType.ROCE_V1, ""),
                        new GidEntry(1, linkLocal, GidType.ROCE_V2, "eth0"),
                        new GidEntry(10, Gid.parse("::ffff:10.0.0.1"), GidType.UNKNOWN, ""));
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> sysfs.device("mlx5_9"))
                .withMessageContaining("mlx5_9/node_type");
        write("iwarp0/ports/2/rate", "fast");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> sysfs.device("iwarp0"))
                .withMessageContaining("ports/2/rate says 'fast': no number is there");
        write("iwarp0/node_guid", "none");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> sysfs.device("iwarp0"))
                .withMessageContaining("iwarp0/node_guid says 'none'");
    }
}
