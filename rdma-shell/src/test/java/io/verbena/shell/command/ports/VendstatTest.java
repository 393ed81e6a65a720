package io.verbena.shell.command.ports;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import io.verbena.shell.parity.MellanoxDevice;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nodes of the fabric are of Mellanox; where they are not, a program answers for a device. */
class VendstatTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final String leaf = String.valueOf(fabric.lid("leaf0"));

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void printsHardwareAndFirmware() {
        assertThat(fabric.run("vendstat -N " + leaf).ok().lines())
                .hasSize(9)
                .contains("fw_version:  01.00.00", "fw_psid:     'EMBEDDED'", "sw_version:  00.00.00")
                .anyMatch(line -> line.matches("hw_dev_id:   0x[0-9a-f]{4}"));
    }

    @Test
    void printsTheClassPortInfoOfTheVendorClass() {
        assertThat(fabric.run("vendstat --cpi " + leaf).ok().lines())
                .contains("BaseVersion:.....................1", "ClassVersion:....................1");
    }

    @Test
    void writesAndReadsBackTheBitsOfTheMask() {
        CommandRun written = fabric.run("vendstat -W 0x10,0xabcd,0xff -W 0x20,7 " + leaf);

        assertThat(written.exitCode()).as(written.err()).isZero();
        assertThat(written.errors())
                .containsExactly("verbena: will write 0xcd to register 0x10 (bits 0xff), 0x7 to register 0x20"
                        + " (bits 0xffffffff) of " + leaf);
        assertThat(written.lines())
                .containsExactly("Config space record at 0x10: 0xcd", "Config space record at 0x20: 0x7");
        assertThat(fabric.run("vendstat -R 0x10 -R 0x20,0x3 -R 0x30 " + leaf)
                        .ok()
                        .lines())
                .containsExactly(
                        "Config space record at 0x10: 0xcd",
                        "Config space record at 0x20: 0x3",
                        "Config space record at 0x30: 0x0");
    }

    @Test
    void dryRunWritesNothing() {
        CommandRun run = fabric.run("vendstat --dry-run -W 0x10,0xabcd,0xff " + leaf);

        assertThat(run.err()).contains("would write 0xcd to register 0x10");
        assertThat(run.out()).isEmpty();
        assertThat(fabric.run("vendstat -R 0x10 " + leaf).ok().out()).contains("0x10: 0x0");
    }

    @Test
    void printsAndSelectsCounterGroups(@TempDir Path folder) throws Exception {
        Path net = Files.writeString(folder.resolve("net"), """
                vendid=0x8f1
                caguid=0x0008f10400010000
                Ca 1 "device"
                [1] "host"[1]

                vendid=0x8f1
                caguid=0x0008f10400020000
                Ca 1 "host"
                [1] "device"[1]
                """);
        try (EmbeddedHost host = new EmbeddedHost(net + "@host");
                Rdma other = host.seenBy("device");
                MadTransactor mad = other.mad(other.defaultEndPort());
                MadServer device = mad.serve(
                        MadService.of(VendorClass.MELLANOX, MadMethod.GET, MadMethod.SET), new MellanoxDevice())) {
            assertThat(device.service().managementClass()).isEqualTo(0x0a);
            int lid = host.lid("device");

            CommandRun chosen = host.run("vendstat -c 2,8 " + lid + " 12");

            assertThat(chosen.exitCode()).as(chosen.err()).isZero();
            assertThat(chosen.lines()).containsExactly("counter_groups_config: configuring group0 2 group1 8");
            assertThat(chosen.err())
                    .startsWith("verbena: will set the counter groups of port 12 of " + lid + " to 2 and 8");
            assertThat(host.run("vendstat -i " + lid + " 12").ok().lines())
                    .containsExactly("counter_group_info:", "2 counter groups", "group0 mask 0x7", "group1 mask 0x106");
            assertThat(host.run("vendstat -w " + lid).err())
                    .contains("-w: " + lid + " has device ID 0xbd36 and is not an InfiniScale III (0xb924)");
            CommandRun written = host.run("vendstat -W 0xf0014,0xb924 -W 0x10113c,7 -W 0x10213c,0 -W 0x11513c,0x24"
                    + " -W 0x11813c,3 " + lid);
            assertThat(written.exitCode()).as(written.err()).isZero();
            assertThat(host.run("vendstat -w " + lid).ok().lines())
                    .hasSize(23)
                    .startsWith("Port 1: PortXmitWait 0x1020304")
                    .contains("Port 3: PortXmitWait 0x3", "Port 4: PortXmitWait 0x7", "Port 24: PortXmitWait 0x24");
            assertThat(host.run("--format json vendstat -i " + lid + " 12")
                            .ok()
                            .json()
                            .get("counterGroups"))
                    .hasSize(2);
        }
    }
}
