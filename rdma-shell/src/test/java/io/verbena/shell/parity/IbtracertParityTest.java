package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ibsim")
class IbtracertParityTest {
    private static final int FEW = 6;
    private static final Net NET = Net.current();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void tracesTheSameRoutes() {
        List<Net.Member> nodes = Stream.concat(
                        NET.nodes().limit(FEW),
                        NET.nodes().skip(Math.max(0, NET.nodes().count() - FEW)))
                .toList();
        for (Net.Member from : nodes) {
            for (Net.Member to : nodes) {
                Parity.of("ibtracert", "<src-addr> <dest-addr>").same(from.lid() + " " + to.lid());
                Parity.of("ibtracert", "-n").same("-n " + from.lid() + " " + to.lid());
            }
        }
    }

    @Test
    void acceptsTheSameAddresses() {
        Net.Member from = NET.adapters().findFirst().orElseThrow();
        Net.Member to = NET.otherAdapter();
        String guids = from.portGuids().get(0) + " " + to.portGuids().get(0);

        Parity.of("ibtracert", "-G").same("-G " + guids);
        Parity.of("ibtracert", "-L").same("-L " + from.lid() + " " + to.lid());
        Parity.of("ibtracert", "-f").same("-f " + from.lid() + " " + to.lid());
        Parity.of("ibtracert", "-f -n").same("-f -n " + from.lid() + " " + to.lid());
    }

    @Test
    void tracesTheSameMulticastRoutes() {
        String from = NET.adapters().findFirst().orElseThrow().lid();
        Net.Member to = NET.otherAdapter();
        Groups.along(to.lid());

        Parity.of("ibtracert", "-m").same("-m 0xc000 " + from + " " + to.lid());
        Parity.of("ibtracert", "-m").same("-m 0xc000 " + to.lid() + " " + from);
        Parity.of("ibtracert", "-m -n").same("-m 0xc000 -n " + from + " " + to.lid());
        Parity.of("ibtracert", "-m").refused("do not reach LID", "-m 0xc009 " + from + " " + to.lid());
        Parity.of("ibtracert", "-m").refused("is not a multicast LID", "-m 5 " + from + " " + to.lid());
    }

    @Test
    void readsTheSamePortsFile() throws Exception {
        String from = NET.adapters().findFirst().orElseThrow().lid();
        String to = NET.otherAdapter().lid();
        String middle = NET.someSwitch().lid();
        Path file = Files.writeString(folder.resolve("ports"), from + " " + to + "\n" + to + " " + middle + "\n");

        Parity.of("ibtracert", "--ports-file").same("--ports-file " + file);
        Parity.of("ibtracert", "--ports-file").same("-n --ports-file " + file);
        Parity.of("ibtracert", "--ports-file")
                .refused("cannot read the ports file", "--ports-file " + folder + "/none");
    }

    @Test
    void continuesAfterAPairWithoutARoute() throws Exception {
        String from = NET.adapters().findFirst().orElseThrow().lid();
        String to = NET.otherAdapter().lid();
        Path file = Files.writeString(folder.resolve("ports"), from + " 999\n" + from + " " + to + "\n");

        Parity.of("ibtracert", "--ports-file, a pair without a way")
                .differs(
                        Difference.PARTIAL_RESULT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isEqualTo(255);
                            assertThat(theirs.out()).doesNotContain("From ");
                            assertThat(ours.exitCode()).isEqualTo(3);
                            assertThat(ours.out()).contains("From ");
                            assertThat(ours.errors()).hasSize(1);
                        },
                        "-t 50 --ports-file " + file);
    }

    @Test
    void startsAtTheLocalPortByDefault() {
        String self = NET.adapters().findFirst().orElseThrow().lid();
        String to = NET.otherAdapter().lid();

        Parity.of("ibtracert", "<dest-addr>")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isEqualTo(2);
                            assertThat(ours.ok().out())
                                    .isEqualTo(CommandRun.verbena("ibtracert", self, to)
                                            .out());
                        },
                        to);
    }

    @Test
    void rejectsTheSameInput() {
        Parity.of("ibtracert", "(none)").refused("Missing required parameter: 'ADDRESS'", "");
        Parity.of("ibtracert", "<src-addr> <dest-addr>").refused("are lost: ", "-t 50 1 999");
        Parity.of("ibtracert", "<src-addr> <dest-addr>").refused("'x' is not an address", "x 3");
    }
}
