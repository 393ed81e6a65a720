package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ibsim")
class IbrouteParityTest {
    private static final Net NET = Net.current();

    @BeforeAll
    static void makeAGroup() {
        Groups.along(NET.otherAdapter().lid());
    }

    @Test
    void printsTheSameTables() {
        NET.switches().forEach(node -> {
            Parity.of("ibroute", "<lid>").same(node.lid());
            Parity.of("ibroute", "-n").same("-n " + node.lid());
            Parity.of("ibroute", "-M").same("-M " + node.lid());
            Parity.of("ibroute", "-M -n").same("-M -n " + node.lid());
        });
    }

    /** The C program shows LID 0, which no port has, as path 0 of the previous port. */
    @Test
    void printsTheSameInvalidEntries() {
        String lid = NET.someSwitch().lid();

        Parity.of("ibroute", "-a").same(IbrouteParityTest::withoutPathZero, "-a " + lid);
        Parity.of("ibroute", "-a -n").same("-a -n " + lid);
        Parity.of("ibroute", "-M -a").same("-M -a " + lid);
        Parity.of("ibroute", "-M -a -n").same("-M -a -n " + lid);
    }

    private static List<String> withoutPathZero(List<String> lines) {
        return lines.stream().map(line -> line.replace("path #0 - ", "")).toList();
    }

    @Test
    void printsTheSameRanges() {
        String lid = NET.someSwitch().lid();

        Parity.of("ibroute", "<startlid>").same(lid + " 3");
        Parity.of("ibroute", "<startlid>").same(lid + " 0x4");
        Parity.of("ibroute", "<startlid>").same(lid + " 40000");
        Parity.of("ibroute", "<startlid> <endlid>").same(lid + " 2 4");
        Parity.of("ibroute", "<startlid> <endlid>").same(lid + " 0 0xffff");
        Parity.of("ibroute", "-M <startlid> <endlid>").same("-M " + lid + " 0xc000 0xc005");
        Parity.of("ibroute", "-M <startlid> <endlid>").same("-M -a " + lid + " 0xc001 0xc045");
        Parity.of("ibroute", "-M <startlid>").same("-M " + lid + " 0xc3ff");
        Parity.of("ibroute", "-M <startlid>").same("-M " + lid + " 0xc500");
    }

    @Test
    void acceptsTheSameAddresses() {
        Net.Member node = NET.switches().reduce((near, far) -> far).orElseThrow();

        Parity.of("ibroute", "-D <dr_path>").same("-D " + node.route());
        Parity.of("ibroute", "-D <dr_path>").same("-D -M " + node.route());
        Parity.of("ibroute", "-G <guid>").same("-G " + node.guid() + " 2 4");
        Parity.of("ibroute", "-L <lid>").same("-L " + node.lid() + " 2 4");
    }

    @Test
    void rejectsTheSameInput() {
        Parity.of("ibroute", "<lid>")
                .refused("is not a switch", NET.otherAdapter().lid());
        Parity.of("ibroute", "<lid>").refused("timed out", "-t 50 999");
        Parity.of("ibroute", "(none)").refused("Missing required parameter: 'ADDRESS'", "");
    }

    @Test
    void rejectsInvalidRanges() {
        String lid = NET.someSwitch().lid();

        for (String arguments : List.of(lid + " x", lid + " 7 5", lid + " 5 7 9", "-M " + lid + " 5")) {
            Parity.of("ibroute", "<garbage>")
                    .differs(
                            Difference.STRICT_INPUT,
                            (ours, theirs) -> {
                                assertThat(ours.exitCode()).as(arguments).isEqualTo(2);
                                assertThat(theirs.exitCode()).isZero();
                            },
                            arguments);
        }
    }
}
