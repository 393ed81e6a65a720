package io.verbena.shell.command.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SaqueryTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NR nodeInfo.nodeType=SWITCH                       | 6",
                "NR nodeInfo.nodeType=SWITCH nodeInfo.numPorts=36  | 6",
                "NodeRecord nodeInfo.portGuid=0x0008f10000000001   | 1",
                "PIR portInfo.portState=ACTIVE endportLid=7        | 1",
                "PR slid=7 dlid=8                                  | 1",
                "LR leaf0                                          | 6",
                "LR leaf0/4                                        | 1",
                "NR 0x0008f10000000001                             | 1",
                "SWIR spine1                                       | 1",
                "GIR host3/0                                       | 1",
                "NR host3                                          | 1",
            })
    void queriesRecordsByAnyField(String query, int records) {
        assertThat(run("--format json saquery " + query).ok().json()).hasSize(records);
    }

    @Test
    void jsonUsesTheNamesOfTheRecord() {
        JsonNode record = run("--format json saquery NR host3").ok().json().get(0);

        assertThat(record.propertyNames()).containsExactly("lid", "nodeInfo", "nodeDescription");
        assertThat(record.get("nodeDescription").get("nodeString").asString()).isEqualTo("host3");
    }

    @Test
    void queriesASingleRecord() {
        assertThat(run("saquery --get NR nodeInfo.portGuid=0x0008f10000000001")
                        .ok()
                        .lines())
                .startsWith("NodeRecord dump:")
                .endsWith("\t\tNodeDescription.........host0");
        CommandRun several = run("saquery --get NR nodeInfo.nodeType=SWITCH");
        assertThat(several.exitCode()).isEqualTo(4);
        assertThat(several.err()).contains("there is more than one such record");
    }

    @Test
    void csvContainsFieldsOfEveryKind() {
        assertThat(run("--format csv saquery LR leaf0/4").ok().lines())
                .containsExactly("fromLid,fromPort,toPort,toLid", "3,4,1,8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | saquery NR ld=3            | NodeRecord has no field 'ld'; did you mean lid?",
                "2 | saquery NR lid=70000       | NodeRecord.lid: 70000 does not fit in 16 bits",
                "2 | saquery NR 1 2             | unexpected argument: '2'; NR takes [lid]",
                "2 | saquery PIR 1/2/3/4        | '1/2/3/4' has 4 parts; PIR takes [endportLid/portNum/options]",
                "2 | saquery CPI 1              | unexpected argument: '1'; CPI takes no arguments",
                "2 | saquery -p -N              | -p and -N are mutually exclusive; each selects a query",
                "2 | saquery -L                 | -L, -l and -G need the name of a node",
                "2 | saquery -L a b             | unexpected argument: 'b'; quote a name that contains blanks",
                "2 | saquery -O x               | 'x' is not a LID",
                "2 | saquery -D 1               | unexpected argument: '1'",
                "2 | saquery NR --mlid 0xc000   | --mlid: NodeRecord has no such field",
                "2 | saquery PR --mtu 300       | --mtu: 300 does not fit in 8 bits",
                "2 | saquery PR --mtu x         | --mtu: 'x' is not a number",
                "2 | saquery PR --pkey x        | --pkey: 'x' is not a number",
                "2 | saquery --src-to-dst 1     | --src-to-dst: '1' is not a pair separated by ':'; expected for example 4:7",
                "2 | saquery --sgid-to-dgid x   | --sgid-to-dgid: 'x' is not a pair separated by '-'; expected for example",
                "2 | saquery --smkey x NR       | --smkey: 'x' is not a number",
                "4 | saquery SWIR nosuch        | the subnet administration knows no node 'nosuch'",
                "4 | saquery NR 0x99999         | the subnet administration knows no node '0x99999'",
                "4 | saquery -t 5 -C emb9 NR    | no device is called 'emb9'",
                "4 | saquery --sm_port 99 -t 5 NR | does not answer",
            })
    void rejectsInvalidInputInOneLine(int exitCode, String command, String message) {
        CommandRun run = run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors())
                .singleElement()
                .asString()
                .startsWith("verbena: ")
                .contains(message);
    }

    @Test
    void setsAndReadsAnAliasGuid() {
        assertThat(run("set_guid 8 1 0x1234").out()).isEqualTo("GUID 1 of LID 8: 0x0000000000001234\n");
        assertThat(run("set_guid 8 1 0x1234 --dry-run").out()).isEmpty();
        assertThat(run("set_guid 8 0 0x1234").err()).contains("SLOT: 0 is the GUID of the port itself");
        assertThat(run("set_guid 8 1 x").exitCode()).isEqualTo(2);
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(FABRIC + line);
    }
}
