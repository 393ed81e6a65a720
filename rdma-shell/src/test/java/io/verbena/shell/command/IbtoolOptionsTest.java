package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that ibtool of python-rdma has and infiniband-diags does not. */
class IbtoolOptionsTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    private CommandRun run(String line) {
        return fabric.run(line);
    }

    private List<String> lines(String line) {
        CommandRun run = run(line);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.lines();
    }

    @Test
    void smpdumpDecodesAttributesThatItKnows() {
        List<String> decoded = lines("smpdump --decode " + fabric.lid("host5") + " 0x11");

        assertThat(decoded).isNotEmpty().isEqualTo(withoutTitle(lines("smpquery nodeinfo " + fabric.lid("host5"))));
        assertThat(run("smpdump -p -s 1 0x11").err()).contains("--string and --decode are mutually exclusive");
    }

    private static List<String> withoutTitle(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void ibtracertSwapsSourceAndDestination() {
        int local = fabric.lid("host0");
        int remote = fabric.lid("host9");

        assertThat(lines("ibtracert -r " + remote + " " + local)).isEqualTo(lines("ibtracert " + local + " " + remote));
        assertThat(lines("ibtracert --reverse " + remote)).isEqualTo(lines("ibtracert " + remote + " " + local));
    }

    @Test
    void sminfoSendsTheKeyOfTheSender() throws IOException {
        Path packets = folder.resolve("packets.pcap");

        CommandRun.verbenaLine("--fabric embedded:fat-tree:2,4,4 --pcap " + packets
                + " sminfo --sminfo_smkey 0x1122334455667788 " + fabric.lid("host0") + " 4");

        assertThat(HexFormat.of().formatHex(Files.readAllBytes(packets))).contains("1122334455667788");
    }

    @Test
    void queryTakesFieldsAsOptionsAndAnyAttributeId() {
        assertThat(lines("query SubnAdmGetTable NodeRecord -f nodeInfo.nodeType=SWITCH"))
                .isEqualTo(lines("query SubnAdmGetTable NodeRecord nodeInfo.nodeType=SWITCH"));
        assertThat(lines("query SubnGet NodeDescription 0,1 -a 0x10"))
                .isEqualTo(lines("query SubnGet NodeDescription 0,1"));
        assertThat(run("query SubnGet NodeDescription 0,1 --attribute-id 0x7fff")
                        .exitCode())
                .isNotZero();
    }

    @Test
    void saqueryAcceptsTheKindBesideAnOptionThatSelectsIt() {
        String ends = fabric.lid("host0") + ":" + fabric.lid("host5");

        assertThat(lines("saquery PR --no-defaults --src-to-dst " + ends))
                .isNotEmpty()
                .isEqualTo(lines("saquery --src-to-dst " + ends));
        assertThat(run("saquery NR --src-to-dst " + ends).err()).contains("unexpected argument: 'NR'");
    }

    @Test
    void dumpMftsDiscoversByDirectedRoutes() {
        assertThat(lines("dump_mfts -D")).isEqualTo(lines("dump_mfts"));
    }

    @ParameterizedTest
    @CsvSource({"-L, LID", "-G, GUID", "-D, '0,1'"})
    void ibfindnodesusingFindsASwitchByItsAddress(String option, String address) {
        String leaf = address.replace("LID", String.valueOf(fabric.lid("leaf0")))
                .replace("GUID", fabric.node("leaf0").guid().toHex());

        assertThat(lines("ibfindnodesusing " + option + " " + leaf + " 1"))
                .isEqualTo(lines("ibfindnodesusing leaf0 1"));
    }

    @Test
    void ibfindnodesusingAlsoShowsSwitches() {
        String all = run("ibfindnodesusing -a leaf0 1").out();

        assertThat(run("ibfindnodesusing leaf0 1").out())
                .doesNotContain(" spine")
                .doesNotContain(" leaf1");
        assertThat(all).contains(" spine");
        assertThat(run("ibfindnodesusing -L 4999 1").err()).contains("the subnet has no node at 4999");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--discovery lid", "--discovery sa", "--load-cache FILE"})
    void ibrouteNamesDestinationsFromASubnetThatIsReadOnce(String source) {
        Path file = folder.resolve("subnet.cache");
        lines("ibnetdiscover --cache " + file);

        assertThat(lines("ibroute " + source.replace("FILE", file.toString()) + " -D 0,1"))
                .isEqualTo(lines("ibroute -D 0,1"));
    }

    @Test
    void ibswportwatchShowsOtherCountersThanThoseOfEveryPort() {
        fabric.node("leaf0").port(1).counter("portXmitDiscards", 5);

        List<String> polled = lines("ibswportwatch -v --xmtdisc -n 1 -p 10ms " + fabric.lid("leaf0") + " 1");

        assertThat(polled.get(0)).startsWith("Changes in ");
        assertThat(polled).anyMatch(line -> line.contains("PortInactiveDiscards"));
        assertThat(polled).noneMatch(line -> line.contains("SymbolErrorCounter"));
    }

    @Test
    void ibswportwatchShowsOnlyCountersThatRiseFasterThanTheirThreshold() {
        String watch = "ibswportwatch -v -a --threshold -n 1 -p 10ms " + fabric.lid("leaf0");

        assertThat(lines(watch)).hasSize(1);
        assertThat(run("ibswportwatch -n 1 4").err()).contains("Missing required parameter: 'PORT'");
    }

    @Test
    void ibdatacountsShowsOnlyCountersThatExceedTheirThresholds() throws IOException {
        fabric.node("leaf0").port(1).counter("portXmitData", 5000).counter("portRcvData", 10);
        Path file = Files.writeString(
                folder.resolve("thresholds"),
                "PortXmitData=4999\nPortRcvData=10\nPortXmitPkts=99999999\nPortRcvPkts=99999999\n");
        String port = fabric.lid("leaf0") + " 1";

        assertThat(lines("ibdatacounts -T " + file + " " + port))
                .anyMatch(line -> line.startsWith("PortXmitData"))
                .noneMatch(line -> line.startsWith("PortRcvData"))
                .noneMatch(line -> line.startsWith("PortXmitPkts"));
        assertThat(lines("ibdatacounts -s -T " + file + " " + port))
                .contains("PortXmitData=4999", "PortUnicastRcvPkts=0");
        Files.writeString(file, "SymbolErrorCounter=1\n");
        assertThat(run("ibdatacounts -T " + file + " " + port).err()).contains("unknown counter 'SymbolErrorCounter'");
    }

    @Test
    void iblinkinfoShowsOnlyPortsThatAreUp() {
        List<String> up = lines("iblinkinfo -l --up");

        assertThat(up).isNotEmpty().noneMatch(line -> line.contains("Down/"));
        assertThat(lines("iblinkinfo -l")).hasSizeGreaterThan(up.size()).containsAll(up);
        assertThat(run("iblinkinfo --up --down").err()).contains("--down and --up are mutually exclusive");
    }

    @Test
    void portsThatAreDownAreLeftOutOnRequest() {
        fabric.node("leaf0").port(30).counter("symbolErrorCounter", 7).counter("portXmitData", 9);

        assertThat(lines("ibclearerrors --up")).containsExactly("## Summary: 22 nodes cleared 0 errors");
        assertThat(fabric.node("leaf0").port(30).counter("symbolErrorCounter")).isEqualTo(7);
        assertThat(lines("ibdatacounters --up -b")).noneMatch(line -> line.contains("port 30"));
        assertThat(lines("ibdatacounters -b")).anyMatch(line -> line.contains("port 30"));
        assertThat(lines("ibidsverify --up -N")).isEmpty();
        lines("ibclearerrors");
        assertThat(fabric.node("leaf0").port(30).counter("symbolErrorCounter")).isZero();
    }
}
