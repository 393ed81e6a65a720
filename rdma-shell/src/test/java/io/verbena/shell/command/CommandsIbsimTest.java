package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests requests that need a complete subnet manager; on the net {@code two-node}, from {@code host2}. */
@Tag("ibsim")
class CommandsIbsimTest {
    private static final String SWITCH = "0,1";

    // ---- query

    @Test
    void writesAnArrayAsAListAndThenOneElement() {
        String table = " PKeyTable " + SWITCH + " -m 0x10000 ";

        JsonNode written = json("query SubnSet" + table + "pKey=0xffff,0x8001,0x8002");
        assertThat(written.get("pKey")).hasSize(32);
        assertThat(json("query SubnGet" + table)).isEqualTo(written);

        json("query SubnSet -u" + table + "PKEY[2]=0x8003");
        JsonNode updated = json("query SubnGet" + table).get("pKey");
        assertThat(updated.get(1).asInt()).isEqualTo(0x8001);
        assertThat(updated.get(2).asInt()).isEqualTo(0x8003);

        json("query SubnSet" + table + "pKey[0]=0xffff");
        assertThat(json("query SubnGet" + table).get("pKey").get(1).asInt())
                .as("not updated")
                .isZero();
    }

    @Test
    void writesAFieldOfAnElement() {
        String table = " VlArbitrationTable " + SWITCH + " -m 0x10001 ";

        json("query SubnSet -u" + table + "entry[1].vl=1 entry[1].weight=0x20");

        JsonNode entry = json("query SubnGet" + table).get("entry").get(1);
        assertThat(entry.get("vl").asInt()).isEqualTo(1);
        assertThat(entry.get("weight").asInt()).isEqualTo(32);
    }

    @Test
    void updatesOneFieldOfAPort() {
        String port = " PortInfo " + SWITCH + " -m 1 ";
        JsonNode before = json("query SubnGet" + port);

        json("query SubnSet --update" + port + "portState=NO_CHANGE portPhysicalState=0 hoqLife=3");

        JsonNode after = json("query SubnGet" + port);
        assertThat(after.get("hoqLife").asInt()).isEqualTo(3);
        assertThat(before.get("hoqLife").asInt()).isNotEqualTo(3);
        assertThat(after.get("lid")).isEqualTo(before.get("lid"));
        assertThat(after.get("neighborMtu")).isEqualTo(before.get("neighborMtu"));
    }

    /** The simulator takes a write for a reset. */
    @Test
    void resetsTheSelectedCounters() {
        String counters = " PortCounters " + lid() + " portSelect=2 ";
        assertThat(json("query PerformanceGet" + counters).get("portRcvPkts").asInt())
                .isPositive();

        JsonNode reset = json("query PerformanceSet" + counters + "counterSelect=0xffff");

        assertThat(reset.get("portSelect").asInt()).isEqualTo(2);
        assertThat(reset.get("portRcvPkts").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NodeRecord nodeInfo.nodeType=SWITCH    | SWITCH",
                "NodeRecord nodeInfo.nodetype=2         | SWITCH",
                "NodeRecord nodeInfo.nodeGuid=0x0008f10400010000 | CHANNEL_ADAPTER",
                "NodeRecord nodeInfo.nodeGuid=0008:f104:0001:0000 nodeInfo.numPorts=1 | CHANNEL_ADAPTER",
            })
    void queriesTheSubnetAdministrationByFields(String query, String type) {
        assertThat(json("query SubnAdmGet " + query)
                        .get("nodeInfo")
                        .get("nodeType")
                        .asString())
                .isEqualTo(type);
    }

    @Test
    void registersAndUnregistersAService() {
        String gid = "fe80::8:f104:2:1";
        String service = " ServiceRecord serviceId=0x1234 serviceGid=" + gid;

        JsonNode set = json("query SubnAdmSet" + service
                + " servicePKey=0xffff serviceLease=0xffffffff serviceName=printer serviceData8[2]=9");
        assertThat(set.get("serviceName").asString()).isEqualTo("printer");

        JsonNode found = json("query SubnAdmGet ServiceRecord serviceName=printer");
        assertThat(found.get("serviceGid").asString()).isEqualTo(gid);
        assertThat(found.get("serviceData8").asString()).startsWith("000009");

        json("query SubnAdmDelete" + service + " servicePKey=0xffff");
        CommandRun gone = CommandRun.verbenaLine("query SubnAdmGet ServiceRecord serviceName=printer");
        assertThat(gone.exitCode()).isEqualTo(4);
        assertThat(gone.errors()).singleElement().asString().contains("no such record");
    }

    @Test
    void printsEachRecordOfATable() {
        JsonNode table = json("query SubnAdmGetTable NodeRecord");
        List<String> lines =
                CommandRun.verbenaLine("query SubnAdmGetTable NodeRecord").ok().lines();

        assertThat(table.isArray()).isTrue();
        assertThat(table.size()).isGreaterThan(2);
        assertThat(lines.get(0))
                .startsWith("# SubnAdmGetTable(NodeRecord) of IbPath[")
                .endsWith(": " + table.size() + " records");
        assertThat(lines.stream().filter(line -> line.startsWith("# NodeRecord ")))
                .hasSize(table.size());
    }

    @Test
    void queriesTheRecordsThatMatchTheFields() {
        JsonNode switches = json("query SubnAdmGetTable NodeRecord nodeInfo.nodeType=SWITCH");

        assertThat(switches.size()).isPositive();
        switches.forEach(record ->
                assertThat(record.get("nodeInfo").get("nodeType").asString()).isEqualTo("SWITCH"));
        assertThat(json("query SubnAdmGetTable NodeRecord nodeInfo.nodeType=ROUTER"))
                .isEmpty();
    }

    /** opensm knows no traces, and leaves the question without an answer. */
    @Test
    void reportsATableThatIsNotReturned() {
        CommandRun silent =
                CommandRun.verbenaLine("query -t 10 SubnAdmGetTraceTable TraceRecord dgid=fe80::8:f104:2:1");

        assertThat(silent.exitCode()).isEqualTo(4);
        assertThat(silent.errors())
                .singleElement()
                .asString()
                .contains("SubnAdmGetTraceTable(TraceRecord) timed out to IbPath[dlid=1] after 3 tries");
    }

    // ---- JSON

    @Test
    void printsTheSubnetManagerAsJson() {
        JsonNode manager = json("sminfo");

        assertThat(manager.get("lid").asInt()).isPositive();
        JsonNode info = manager.get("info");
        assertThat(info.get("guid").asString()).isEqualTo("0x0008f10400010001");
        assertThat(info.get("state").asString()).isEqualTo("MASTER");
        assertThat(info.get("activityCount").isNumber()).isTrue();
        assertThat(info.get("priority").isNumber()).isTrue();
    }

    @Test
    void printsPartitionKeysAsJson() {
        JsonNode keys = json("smpquery pkeys -D 0");

        assertThat(keys.propertyNames()).containsExactly("capacity", "pKeys");
        assertThat(keys.get("pKeys").get(0).asInt()).isEqualTo(0xffff);
        assertThat(keys.get("pKeys").size() % 32).isZero();
        assertThat(keys.get("pKeys").size())
                .isGreaterThanOrEqualTo(keys.get("capacity").asInt());
    }

    @Test
    void printsGuidsAsJson() {
        JsonNode guids = json("smpquery guidinfo -D 0");

        assertThat(guids.propertyNames()).containsExactly("capacity", "guids");
        assertThat(guids.get("guids").get(0).asString()).matches("0x[0-9a-f]{16}");
    }

    @Test
    void printsVirtualLanesAsJson() {
        JsonNode rows = json("smpquery sl2vl " + SWITCH + " 1").get("rows");

        assertThat(rows).as("one for each of 8 ports, and port 0").hasSize(9);
        assertThat(rows.get(3).get("in").asInt()).isEqualTo(3);
        assertThat(rows.get(3).get("out").asInt()).isEqualTo(1);
        assertThat(rows.get(3).get("vls")).hasSize(16);
    }

    @Test
    void printsArbitrationTablesAsJson() {
        JsonNode arbitration = json("smpquery vlarb " + SWITCH + " 1");

        assertThat(arbitration.propertyNames()).containsExactlyInAnyOrder("port", "present", "low", "high");
        assertThat(arbitration.get("present").asBoolean()).isTrue();
        assertThat(arbitration.get("low")).isNotEmpty();
        assertThat(arbitration.get("low").get(0).propertyNames()).containsExactlyInAnyOrder("vl", "weight");
        assertThat(json("smpquery vlarb " + SWITCH + " 0").get("present").asBoolean())
                .isFalse();
    }

    @Test
    void printsVendorAttributesAsJson() {
        assertThat(json("smpquery mepi " + SWITCH + " 1").propertyNames())
                .contains("linkSpeedSupported", "linkSpeedEnabled", "linkSpeedActive");
    }

    private static int lid() {
        return json("smpquery portinfo " + SWITCH + " 0").get("lid").asInt();
    }

    private static JsonNode json(String line) {
        return CommandRun.verbenaLine("--format json " + line.strip().replaceAll(" +", " "))
                .ok()
                .json();
    }

    // ---- opensm

    @Test
    void joinsAndLeavesMulticastGroupsAtOpensm(@TempDir Path folder) throws Exception {
        Path ports = Files.write(folder.resolve("ports"), List.of("0x0008f10400010001", "0x0008f10400020001"));

        CommandRun run = CommandRun.verbena("mcm_rereg_test", "-r", "20", ports.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).containsExactly("40 joined, 40 joined again, 40 left, 0 failed");
        assertThat(CommandRun.verbena("saquery", "-m").out()).doesNotContain("7e57");
    }

    @ParameterizedTest
    @CsvSource({
        "node_desc_change, 144",
        "link_speed_enabled_change, 144",
        "local_link_integrity, 129",
        "sys_image_guid_change, 145",
        "mkey_lid, 256",
        "mkey_dr, 256",
        "pkey, 257",
        "qkey, 258"
    })
    void sendsATrapToOpensm(String trap, int number) throws Exception {
        Path log = Path.of(Objects.requireNonNull(System.getenv("VERBENA_OPENSM_LOG")));
        long before = heard(log, number);

        assertThat(CommandRun.verbena("ibsendtrap", trap).exitCode()).isZero();

        for (int tries = 0; tries < 100 && heard(log, number) == before; tries++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(heard(log, number)).isGreaterThan(before);
    }

    private static long heard(Path log, int number) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(
                            line -> line.contains("Received Generic Notice") && line.contains("num:" + number + " "))
                    .count();
        }
    }
}
