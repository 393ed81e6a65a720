package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SW, CA and PORT stand for the LIDs of the nearest switch and the farthest adapter, and a name without blanks. */
@Tag("ibsim")
class SaqueryParityTest {
    private static final Member SWITCH = Net.current()
            .switches()
            .filter(node -> !node.name().contains(" "))
            .findFirst()
            .orElseGet(Net.current()::someSwitch);
    private static final Member ADAPTER = Net.current().otherAdapter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)                   | ''",
                "<lid>                    | SW",
                "<name>                   | NAME",
                "NR                       | NR",
                "NR [lid]                 | NR CA",
                "NR [lid]                 | NodeRecord SW",
                "PIR                      | PIR",
                "PIR [lid]                | PIR SW",
                "PIR [lid]/[port]         | PIR SW/1",
                "SL2VL [lid]              | SL2VL SW",
                "SL2VL [lid]/[in]/[out]   | SL2VL SW/1/2",
                "VLAR [lid]               | VLAR SW",
                "VLAR [lid]/[port]/[block]| VLAR SW/1/1",
                "IIR                      | IIR",
                "LR                       | LR",
                "LR [from_lid]            | LR SW",
                "LR [from]/[port]         | LR SW/1",
                "LR [from] [to]           | LR SW CA",
                "SR                       | SR",
                "PR                       | PR",
                "MCMR                     | MCMR",
                "LFTR                     | LFTR",
                "LFTR [lid]/[block]       | LFTR SW/0",
                "MFTR                     | MFTR",
                "MFTR [mlid]              | MFTR SW",
                "GIR                      | GIR",
                "GIR [lid]/[block]        | GIR CA/0",
                "SWIR                     | SWIR",
                "SWIR [lid]               | SWIR SW",
                "CPI                      | CPI",
                "-p                       | -p",
                "-N                       | -N",
                "-N <name>                | -N NAME",
                "-L                       | -L NAME",
                "-l                       | -l NAME",
                "-G                       | -G NAME",
                "-O                       | -O SW",
                "-U                       | -U GUID",
                "-s                       | -s",
                "-g                       | -g",
                "-m                       | -m",
                "-m <mlid>                | -m 0xc000",
                "-x                       | -x",
                "-x <lid>                 | -x SW",
                "-c                       | -c",
                "-S                       | -S",
                "-I                       | -I",
                "--list                   | --list",
                "--list                   | -D",
                "--src-to-dst             | --src-to-dst SW:CA",
                "--src-to-dst             | --src-to-dst NAME:CA",
                "--sgid-to-dgid           | --sgid-to-dgid CAGID-CAGID",
                "--smkey                  | --smkey 1 PKTR SW/1/0",
                "--smkey                  | --smkey 1 -m",
                "--slid                   | PR --slid SW",
                "--dlid                   | PR --dlid CA",
                "--slid                   | -p --slid SW --dlid CA",
                "--mlid                   | MCMR --mlid 0xc000",
                "--sgid                   | PR --sgid CAGID",
                "--dgid                   | PR --dgid CAGID",
                "--gid                    | MCMR --gid CAGID",
                "--mgid                   | MCMR --mgid ff12:401b:ffff::ffff:ffff",
                "--reversible             | PR --slid SW -r 1",
                "--numb_path              | PR --slid SW -n 1",
                "--pkey                   | PR --slid SW --pkey 0xffff",
                "--pkey                   | MCMR --pkey 0xffff",
                "--qos_class              | PR --slid SW -Q 0",
                "--sl                     | PR --slid SW --sl 0",
                "--mtu                    | PR --slid SW -M 4",
                "--mtu                    | PR --slid SW --mtu 0x42",
                "--mtu                    | MCMR --mtu 0x84",
                "--rate                   | PR --slid SW -R 0x83",
                "--rate                   | MCMR --rate 3",
                "--pkt_lifetime           | PR --slid SW --pkt_lifetime 0x92",
                "--qkey                   | MCMR -q 0xb1b",
                "--tclass                 | MCMR -T 0",
                "--flow_label             | MCMR -F 0",
                "--hop_limit              | MCMR -H 0",
                "--scope                  | MCMR --scope 2",
                "--join_state             | MCMR -J 1",
                "--proxy_join             | MCMR -X 0",
                "--service_id             | PR --slid SW --service_id 0",
                "--Ca                     | -C ibsim0 NR SW",
                "--Port                   | -P 1 NR SW",
                "--timeout                | -t 900 NR SW",
                "--show_keys              | -K PIR CA",
                "--show_keys              | -K NR CA",
                "--errors                 | -e NR SW",
                "--verbose                | -v NR SW",
                "--config                 | -z /dev/null NR SW",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("saquery", option).same(filled(arguments));
    }

    /** The manager counts while both ask. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"SMIR | SMIR", "SMIR [lid] | SMIR 1"})
    void printsTheSameSubnetManagers(String option, String arguments) {
        Parity.of("saquery", option)
                .same(
                        lines -> lines.stream()
                                .filter(line -> !line.contains("ActCount"))
                                .toList(),
                        arguments);
    }

    @Test
    void namesNodesFromTheNodeNameMap(@TempDir Path folder) throws Exception {
        Path map = Files.writeString(folder.resolve("names"), SWITCH.guid() + " \"mapped\"\n");
        Parity.of("saquery", "--node-name-map").same("--node-name-map " + map + " NR " + SWITCH.lid());
        Parity.of("saquery", "--node-name-map").same("--node-name-map " + map + " --list");
    }

    @Test
    void acceptsAddressesOfPathsAndGroups() {
        Parity.of("saquery", "PR <lid>")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(theirs.lines()).contains("\t\tslid...................." + ADAPTER.lid());
                            assertThat(ours.ok().lines())
                                    .filteredOn(line -> line.contains("dlid"))
                                    .isNotEmpty()
                                    .containsOnly("\t\tdlid...................." + SWITCH.lid());
                        },
                        "PR " + SWITCH.lid());
    }

    /** Both opensm and saquery leave the bytes of the number as this host has them; the record is big endian. */
    @Test
    void interpretsBlockNumbersAsTheSpecification() {
        Parity.of("saquery", "PKTR [lid]")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> assertThat(
                                        ours.ok().lines().stream().map(line -> line.replace("....256", "....1")))
                                .containsExactlyElementsOf(theirs.lines()),
                        "--smkey 1 PKTR " + ADAPTER.lid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-L nosuch", "-l nosuch", "-G nosuch", "-O 9999", "-U 0x1"})
    void exitCodeReportsAMissingNode(String arguments) {
        Parity.of("saquery", arguments.substring(0, 2) + " (unknown)")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(theirs.out()).isEmpty();
                            assertThat(ours.exitCode()).isEqualTo(1);
                            assertThat(ours.out()).isEmpty();
                        },
                        arguments);
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("saquery", "<name>").refused("knows no node 'nosuch'", "SWIR nosuch");
        Parity.of("saquery", "--src-to-dst").refused("knows no node 'nosuch'", "--src-to-dst 1:nosuch");
        Parity.of("saquery", "--src-to-dst").refused("--src-to-dst: '1' is not a pair", "--src-to-dst 1");
        Parity.of("saquery", "IIR [subscriber_gid]").refused("subscriberGid: 'x' is not a GID", "IIR x");
        Parity.of("saquery", "PKTR").refused("it finds the request invalid", "PKTR");
        Parity.of("saquery", "-L").refused("need the name of a node", "-L");
    }

    private static String filled(String arguments) {
        String gid = "fe80::"
                + List.of(ADAPTER.portGuids().get(0).substring(2).split("(?<=\\G.{4})")).stream()
                        .map(group -> Integer.toHexString(Integer.parseInt(group, 16)))
                        .reduce((left, right) -> left + ":" + right)
                        .orElseThrow();
        return arguments
                .replace("CAGID", gid)
                .replace("GUID", ADAPTER.portGuids().get(0))
                .replaceAll("\\bSW\\b", SWITCH.lid())
                .replaceAll("\\bCA\\b", ADAPTER.lid())
                .replace("NAME", SWITCH.name());
    }
}
