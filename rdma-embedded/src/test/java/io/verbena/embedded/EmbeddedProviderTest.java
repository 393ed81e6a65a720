package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import io.verbena.topology.TopologyFormatException;
import io.verbena.topology.TopologyReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedProviderTest {
    private static Path net(String name) throws URISyntaxException {
        return Path.of(EmbeddedProviderTest.class.getResource("/" + name).toURI());
    }

    @Test
    void isFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(RdmaProvider.class))
                .extracting(RdmaProvider::name)
                .containsOnlyOnce("embedded");
    }

    @Test
    void opensOneDeviceWithTheAttributesOfItsHost() {
        try (RdmaDriver driver = new EmbeddedProvider().open("")) {
            assertThat(driver.deviceNames()).containsExactly("emb0");
            DeviceAttributes device = driver.device("emb0");
            assertThat(device.nodeGuid()).isEqualTo(Guid.parse("0x0008f10000000000"));
            PortAttributes port = device.ports().get(0);
            assertThat(port.state()).isEqualTo(PortState.ACTIVE);
            assertThat(port.rate()).isEqualTo(100);
            assertThat(port.lid()).isEqualTo(port.smLid());
            assertThat(port.defaultGid()).hasToString("fe80::8:f100:0:1");
            assertThat(port.pKeys()).containsExactly(0xffff);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "two-node            |     3 | host0",
                "fat-tree:2,4,4      |    22 | host0",
                "fat-tree:2,4,4@host3 |   22 | host3",
                "fat-tree:0,1,3@0x0008f10000000021 | 4 | host2",
                "fat-tree3:4         |    36 | host0",
                "fat-tree3:36        | 13284 | host0",
            })
    void opensWhatTheArgumentNames(String argument, int nodes, String host) {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(argument);
                Asker local = new Asker(fabric.driver(), 1)) {
            assertThat(fabric.nodes()).hasSize(nodes);
            assertThat(local.ask(NodeDescription.LAYOUT, 0).nodeString()).isEqualTo(host);
        }
    }

    @Test
    void opensANetFile() throws URISyntaxException {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net("two-rails.net") + "@host2");
                Asker rail2 = new Asker(fabric.driver(), 2)) {
            assertThat(rail2.ask(NodeDescription.LAYOUT, 0, 2).nodeString()).isEqualTo("rail2");
            assertThat(rail2.ask(NodeInfo.LAYOUT, 0, 2, 3).vendorId()).isEqualTo(0x5ad);
            assertThat(fabric.node("host1").port(1).lid()).isEqualTo(3);
        }
    }

    @Test
    void opensANetFileWhoseNameContainsAnAtSign(@TempDir Path directory) throws IOException, URISyntaxException {
        Path copy = Files.copy(net("two-rails.net"), directory.resolve("rails@work.net"));

        try (EmbeddedFabric fabric = EmbeddedFabric.open(copy.toString())) {
            assertThat(fabric.nodes()).hasSize(5);
        }
    }

    @Test
    void keepsTheLidsOfTheTextAndAssignsMissingOnes() {
        String text = """
            Ca 1 "a"
            [1] "s"[1] # lid 2 lmc 0 "s" lid 1 4xEDR
            Switch 4 "s" # "s" base port 0 lid 1 lmc 0
            Ca 1 "b"
            [1] "s"[2]
            """;
        try (EmbeddedFabric fabric = EmbeddedFabric.open(TopologyReader.read("gaps", text))) {
            assertThat(fabric.node("a").port(1).lid()).isEqualTo(2);
            assertThat(fabric.node("s").port(0).lid()).isEqualTo(1);
            assertThat(fabric.node("b").port(1).lid()).isEqualTo(3);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "fat-tre:2,4,4       | two-node, fat-tree:S,L,H, fat-tree3:K, dragonfly:G,S,L,H, torus:X,Y,…,H, hypercube:D,H or the path of a file; the nearest is fat-tree:S,L,H",
                "no-such-file         | and no file of this name",
                "fat-tree:2,4        | fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF",
                "fat-tree:2,x,4      | 3 numbers",
                "fat-tree:2,4,99999999999 | 3 numbers",
                "fat-tree:0,4,4      | spines is 0; use a number from 1 to 253",
                "fat-tree:2,255,4    | leaves is 255; use a number from 1 to 254",
                "fat-tree:2,4,253    | hosts per leaf is 253; use a number from 1 to 252",
                "fat-tree:2,254,252  | more ports than the 49151 LIDs",
                "fat-tree3:5         | ports per switch is 5",
                "fat-tree3:58        | from 2 to 56",
                "two-node:1          | nothing after the name",
                "two-node@host7      | there is no node 'host7'; the nearest are host0, host1",
                "two-node@leaf0      | not a host",
            })
    void refuses(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EmbeddedProvider().open(argument))
                .withMessageContaining(message);
    }

    @Test
    void reportsTheLineOfAMalformedNetFile(@TempDir Path directory) throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.net"), "Switch 8 \"s\"\nnonsense\n");

        assertThatExceptionOfType(TopologyFormatException.class)
                .isThrownBy(() -> EmbeddedFabric.open(bad.toString()))
                .withMessageContaining("bad.net:2:");
    }

    @Test
    void refusesATopologyWithoutHostsOrWithDuplicateLids() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddedFabric.open(TopologyReader.read("lonely", "Switch 8 \"s\"")))
                .withMessageContaining("no channel adapter");
        String twice = """
            Ca 1 "a"
            [1] "b"[1] # lid 5 lmc 0 "b" lid 5 4xEDR
            Ca 1 "b"
            """;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddedFabric.open(TopologyReader.read("twice", twice)))
                .withMessageContaining("LID 5 is assigned twice");
    }

    @Test
    void refusesAMissingDeviceOrPort() {
        try (RdmaDriver driver = new EmbeddedProvider().open("two-node")) {
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> driver.device("mlx5_0"))
                    .withMessageContaining("emb0");
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> driver.openMadChannel("emb0", 2))
                    .withMessageContaining("1 to 1");
        }
    }

    @Test
    void findsNodesByIdDescriptionItsFirstWordAndGuid() throws URISyntaxException {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net("two-rails.net").toString())) {
            EmbeddedNode host1 = fabric.node("H-0008f10400010000");
            assertThat(fabric.node("host1")).isSameAs(host1);
            assertThat(fabric.node("host1 HCA-1")).isSameAs(host1);
            assertThat(fabric.node("0x0008f10400010000")).isSameAs(host1);
            assertThat(fabric.node("0008:f104:0001:0002")).isSameAs(host1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fabric.node("hst1"))
                    .withMessageContaining("the nearest are host1");
        }
    }

    @Test
    void refusesAnAmbiguousName() {
        String twins = "Ca 1 \"a\" # \"twin\"\nCa 1 \"b\" # \"twin\"\n";
        try (EmbeddedFabric fabric = EmbeddedFabric.open(TopologyReader.read("twins", twins))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fabric.node("twin"))
                    .withMessageContaining("2 nodes have this name; use one of the ids a, b");
        }
    }
}
