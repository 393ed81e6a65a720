package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counters of errors are to be equal; those of traffic, which count the very requests, between what the C program reads
 * before and what it reads afterwards.
 */
@Tag("ibsim")
class PerfqueryParityTest {
    private static final Pattern TRAFFIC = Pattern.compile("(Port(?:Xmit|Rcv)(?:Data|Pkts):)\\.*([0-9]+)");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)                 | ''",
                "-x                     | -x",
                "-C                     | -C ibsim0",
                "-P                     | -P 1",
                "-t                     | -t 900",
                "-s                     | -s SM -G GUID 1",
                "<lid>                  | SWITCH",
                "<lid> <port>           | SWITCH 1",
                "<lid> <ports>          | SWITCH 1,3",
                "<lid> <ports>          | SWITCH 1-3",
                "<lid> <ports>          | SWITCH 255",
                "-L                     | -L SWITCH 1",
                "-G                     | -G GUID 1",
                "-x                     | -x SWITCH 1",
                "-x                     | -x SWITCH 1-3",
                "-x                     | -x SWITCH 255",
                "-D                     | -D SWITCH 1",
                "-E                     | -E SWITCH 1",
                "-E                     | -E SWITCH 255",
                "--oprcvcounters        | --oprcvcounters SWITCH 1",
                "--flowctlcounters      | --flowctlcounters SWITCH 1",
                "--vloppackets          | --vloppackets SWITCH 1",
                "--vlopdata             | --vlopdata SWITCH 1",
                "--vlxmitflowctlerrors  | --vlxmitflowctlerrors SWITCH 1",
                "--vlxmitcounters       | --vlxmitcounters SWITCH 1",
                "-a                     | -a SWITCH",
                "-a                     | -a SWITCH 1-3",
                "-a                     | -a SWITCH 2",
                "-a                     | -a -x SWITCH 1,2",
                "-a                     | -a -E SWITCH",
                "-l                     | -a -l SWITCH",
                "-l                     | -l SWITCH",
                "-l                     | -l SWITCH 1-3",
            })
    void printsTheSameOutput(String option, String arguments) {
        String line = filled(arguments);
        List<Long> before = traffic(CommandRun.cLine("perfquery " + line));

        Parity.of("perfquery", option).same(PerfqueryParityTest::withoutTraffic, line);

        List<Long> ours = traffic(CommandRun.verbenaLine(("perfquery " + line).strip()));
        List<Long> after = traffic(CommandRun.cLine("perfquery " + line));
        assertThat(ours).hasSameSizeAs(before).hasSameSizeAs(after);
        for (int i = 0; i < ours.size(); i++) {
            assertThat(ours.get(i)).isBetween(before.get(i), after.get(i));
        }
    }

    private static String filled(String arguments) {
        Net.Member node = Net.current().someSwitch();
        return arguments
                .replace("SWITCH", node.lid())
                .replace("GUID", node.portGuids().get(0))
                .replace("SM", masterSmLid());
    }

    private static String masterSmLid() {
        return CommandRun.verbena("sminfo").ok().out().replaceFirst("(?s).*sm lid ([0-9]+) .*", "$1");
    }

    private static List<String> withoutTraffic(List<String> lines) {
        return lines.stream()
                .map(line -> TRAFFIC.matcher(line).replaceFirst("$1"))
                .toList();
    }

    private static List<Long> traffic(CommandRun run) {
        List<Long> counts = new ArrayList<>();
        for (String line : run.lines()) {
            Matcher count = TRAFFIC.matcher(line);
            if (count.matches()) {
                counts.add(Long.valueOf(count.group(2)));
            }
        }
        return counts;
    }

    @ParameterizedTest
    @CsvSource({
        "-X",
        "-S",
        "-T",
        "-c",
        "--swportvlcong",
        "--rcvcc",
        "--slrcvfecn",
        "--slrcvbecn",
        "--xmitcc",
        "--vlxmittimecc"
    })
    void simulatorLacksTheseCounters(String option) {
        Parity.of("perfquery", option).notAnswerable("failed", option + " " + filled("SWITCH 1"));
    }

    @Test
    void adapterUsesThePortWithTheLid() {
        Parity.of("perfquery", "<lid> of an adapter")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isEqualTo(255);
                            assertThat(ours.ok().lines().get(0)).startsWith("# Port counters: Lid ");
                        },
                        Net.current().someAdapter().lid());
    }

    @Test
    void acceptsRangesAmongPorts() {
        Parity.of("perfquery", "<lid> 1-3,5")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(heads(theirs)).hasSize(2);
                            assertThat(heads(ours.ok())).hasSize(4);
                        },
                        filled("SWITCH 1-3,5"));
    }

    private static List<String> heads(CommandRun run) {
        return run.lines().stream().filter(line -> line.startsWith("#")).toList();
    }

    @ParameterizedTest
    @CsvSource({"-r, SWITCH PORT", "-R, SWITCH PORT", "-R <mask>, SWITCH PORT 0xf", "-R -x, -x SWITCH PORT"})
    void reportsResetCounters(String option, String arguments) {
        String line = option.replace("<mask>", "").strip() + " " + unused(arguments.replace("-x ", ""));
        // Ours comes first, and would alone see what was counted before.
        CommandRun.cLine("perfquery -R " + unused("SWITCH PORT"));
        Parity.of("perfquery", option)
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isZero();
                            assertThat(withoutTraffic(ours.lines())).isEqualTo(withoutTraffic(theirs.lines()));
                            assertThat(ours.errors())
                                    .singleElement()
                                    .asString()
                                    .startsWith("verbena: will reset PortCounters");
                        },
                        line);
    }

    /** The last port of the switch. */
    private static String unused(String arguments) {
        Net.Member node = Net.current().someSwitch();
        return arguments.replace("PORT", String.valueOf(node.ports())).replace("SWITCH", node.lid());
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("perfquery", "<lid> <ports>").refused("is less than", filled("SWITCH 3-1"));
        Parity.of("perfquery", "<lid> <ports>").refused("the node has no port 99", filled("SWITCH 99"));
        Parity.of("perfquery", "<lid>").refused("is not an address", "x");
    }

    @Test
    void rejectsPortsThatAreNotNumbers() {
        Parity.of("perfquery", "<lid> x")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(2);
                        },
                        filled("SWITCH x"));
    }
}
