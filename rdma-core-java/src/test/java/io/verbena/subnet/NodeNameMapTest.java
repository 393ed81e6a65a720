package io.verbena.subnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.path.DirectedPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Node name map files of opensm and infiniband-diags. */
class NodeNameMapTest {
    @TempDir
    private Path folder = Path.of("");

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("names"), text);
    }

    private static Node node(long guid, String description) {
        Node node = new Node(new NodeInfo().nodeGuid(Guid.of(guid)), DirectedPath.self());
        node.description(new NodeDescription().nodeString(description));
        return node;
    }

    @Test
    void theMapOverridesTheDescriptionOfANode() throws IOException {
        NodeNameMap names = NodeNameMap.read(file("""
                # switches of row 7

                0x0002c90200000000 "spine 1"
                \t0X2c90200000010  "leaf, \u00fcber #2" # the upper one
                0x0002c90200000020 ""
                0x0002c90200000000 "spine one"
                """));

        assertThat(names.nameOf(node(0x0002c90200000000L, "MF0;sw1"))).isEqualTo("spine one");
        assertThat(names.nameOf(node(0x0002c90200000010L, "MF0;sw2"))).isEqualTo("leaf, \u00fcber #2");
        assertThat(names.nameOf(node(0x0002c90200000020L, "MF0;sw3"))).isEmpty();
        assertThat(names.nameOf(node(0x0002c90200000030L, "MF0;sw4"))).isEqualTo("MF0;sw4");
        assertThat(NodeNameMap.EMPTY.nameOf(node(1, "own"))).isEqualTo("own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0002c90200000000 \"spine\"",
                "0x0002c90200000000 spine",
                "0x0002c90200000000 \"spine",
                "0x0002c90200000000\"spine\"",
                "0x12345678901234567 \"spine\"",
                "0x0002c90200000000 \"spine\" leaf",
                "\"spine\"",
            })
    void aLineOfAnotherFormIsRefusedWithItsNumber(String line) throws IOException {
        Path file = file("# names\n" + line + "\n");

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> NodeNameMap.read(file))
                .withMessage("line 2 of the node name map " + file + " is '" + line
                        + "'; expected a GUID and a name, 0x0002c90200000000 \"spine 1\"");
    }

    @Test
    void anUnreadableFileIsNamedInTheException() throws IOException {
        Path missing = folder.resolve("missing");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> NodeNameMap.read(missing))
                .withMessage("cannot read the node name map " + missing + ": there is no such file or folder");

        Path latin = Files.write(folder.resolve("latin"), "0x1 \"\u00fc\"".getBytes(StandardCharsets.ISO_8859_1));
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> NodeNameMap.read(latin))
                .withMessageEndingWith("it is not UTF-8 text");
    }
}
