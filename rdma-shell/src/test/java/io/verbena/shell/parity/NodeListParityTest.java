package io.verbena.shell.parity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The C programs list the last one found first. */
@Tag("ibsim")
class NodeListParityTest {
    @TempDir
    private static Path folder;

    private static Path topology;

    @BeforeAll
    static void writeATopology() throws Exception {
        topology = Files.writeString(
                folder.resolve("topology"), CommandRun.c("ibnetdiscover").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ibhosts", "ibswitches", "ibrouters", "ibnodes"})
    void listsTheSameNodes(String command) {
        Parity.of(command, "(none)").sameInAnyOrder("");
        Parity.of(command, "-C").sameInAnyOrder("-C ibsim0");
        Parity.of(command, "-P").sameInAnyOrder("-P 1");
        Parity.of(command, "-t").sameInAnyOrder("-t 300");
        Parity.of(command, "-y").sameInAnyOrder("-y 0");
    }

    /** ibnodes hands the file to both. */
    @ParameterizedTest
    @ValueSource(strings = {"ibhosts", "ibswitches", "ibrouters", "ibnodes"})
    void readsTheSameTopology(String command) {
        Parity.of(command, "<topology-file>").same(topology.toString());
    }

    @Test
    void rejectsTheSameInput() {
        for (String command : List.of("ibhosts", "ibswitches", "ibrouters", "ibnodes")) {
            Parity.of(command, "<topology-file>").refused("there is no such file", folder + "/none");
        }
    }
}
