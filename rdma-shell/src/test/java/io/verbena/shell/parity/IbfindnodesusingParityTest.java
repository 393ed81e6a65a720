package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ibsim")
class IbfindnodesusingParityTest {
    private static final Net NET = Net.current();

    @Test
    void findsTheSameAdaptersOnBothSidesOfALink() {
        NET.switches()
                .limit(3)
                .forEach(node -> IntStream.of(1, 2, 3, 7)
                        .filter(port -> port <= node.ports())
                        .forEach(port -> Parity.of("ibfindnodesusing", "<switch_guid> <port>")
                                .same(IbfindnodesusingParityTest::facts, "-R " + node.guid() + " " + port)));
        Parity.of("ibfindnodesusing", "-R")
                .same(
                        IbfindnodesusingParityTest::facts,
                        "-R " + NET.someSwitch().guid() + " 1");
        Parity.of("ibfindnodesusing", "-C")
                .same(
                        IbfindnodesusingParityTest::facts,
                        "-R -C ibsim0 " + NET.someSwitch().guid() + " 1");
        Parity.of("ibfindnodesusing", "-P")
                .same(
                        IbfindnodesusingParityTest::facts,
                        "-R -P 1 " + NET.someSwitch().guid() + " 1");
    }

    /**
     * Returns the facts of an output. Without -R, the C program caches the subnet. It takes a word after the name for a
     * part of the name, lists names in its own order, and abbreviates two consecutive names: "twin HCA-1-2".
     */
    private static List<String> facts(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceFirst("\\(\"(.*)\"(?: base| enhanced)?\\)", "($1)"))
                .map(line -> line.replaceAll("(\\S+ \\S+-)(\\d+)-(\\d+)(?= |$)", "$1$2 $1$3"))
                .map(line -> line.startsWith(" ")
                        ? line.chars()
                                .sorted()
                                .mapToObj(Character::toString)
                                .toList()
                                .toString()
                        : line)
                .toList();
    }

    @Test
    void rejectsAMissingPortNumber() {
        Parity.of("ibfindnodesusing", "<switch_guid>")
                .refused("Missing required parameter: 'PORT'", NET.someSwitch().guid());
    }

    @Test
    void findsANodeByNameWhereTheCProgramFails() {
        Net.Member node = NET.switches()
                .filter(each -> each.name().matches("\\S+"))
                .findFirst()
                .orElseThrow();

        Parity.of("ibfindnodesusing", "<switch_name> <port>")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isNotZero();
                            assertThat(theirs.out() + theirs.err()).contains("not found");
                            assertThat(ours.ok().out()).contains(node.guid());
                        },
                        node.name() + " 1");
    }

    @Test
    void rejectsAMissingPort() {
        Parity.of("ibfindnodesusing", "<switch_guid> <garbage>")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(4);
                            assertThat(ours.err()).contains("has no external port 99");
                        },
                        "-R " + NET.someSwitch().guid() + " 99");
    }
}
