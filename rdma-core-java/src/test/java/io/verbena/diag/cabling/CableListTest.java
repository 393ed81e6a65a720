package io.verbena.diag.cabling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.diag.cabling.CableList.Cable;
import io.verbena.diag.cabling.CableList.Cable.End;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CableListTest {
    private static final End HOST = new End(Guid.of(0x5442ba00003080L), 10);
    private static final End LEAF = new End(Guid.of(0x8f10400410015L), 1);

    @Test
    void aLinkIsTheSameFromBothEnds() {
        CableList once = CableList.parse("file", List.of("10|5442ba00003080|1|8f10400410015", ""));
        CableList twice = CableList.parse(
                "file", List.of("1|8f10400410015|10|5442ba00003080", " 10|5442BA00003080|1|08f10400410015 "));

        assertThat(once.cables()).containsExactly(new Cable(HOST, LEAF));
        assertThat(twice).isEqualTo(once);
        assertThat(new Cable(HOST, LEAF)).isEqualTo(new Cable(LEAF, HOST));
    }

    @Test
    void writtenCablesAreReadBack() {
        CableList list = CableList.parse(
                "file", List.of("10|5442ba00003080|1|8f10400410015", "2|8f10400410015|3|8f10400410015"));

        assertThat(list.lines())
                .containsExactly(
                        "1|8f10400410015|10|5442ba00003080",
                        "2|8f10400410015|3|8f10400410015",
                        "3|8f10400410015|2|8f10400410015",
                        "10|5442ba00003080|1|8f10400410015");
        assertThat(CableList.parse("again", list.lines())).isEqualTo(list);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10|5442ba00003080|1",
                "10|5442ba00003080|1|8f10400410015|x",
                "255|5442ba00003080|1|8f10400410015",
                "x|5442ba00003080|1|8f10400410015",
                "1|0x5442ba00003080|1|8f10400410015",
                "1|5442ba0000308000000|1|8f10400410015",
            })
    void aLineOfAnotherFormIsRefused(String line) {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> CableList.parse("file", List.of("", line)))
                .withMessageStartingWith("line 2 of the links file is '" + line + "'; expected PORT|GUID|PORT|GUID");
    }

    @Test
    void aMissingFileIsNamedInTheException() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> CableList.read(Path.of("/nowhere/links")))
                .withMessage("cannot read the links /nowhere/links: there is no such file or folder");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> CableList.EMPTY.write(Path.of("/nowhere/links")))
                .withMessage("cannot write the links /nowhere/links: there is no such file or folder");
    }

    @Test
    void eachNodeOfTheMapHasALabel() {
        assertThat(ExpectedNode.parse(
                        "map",
                        List.of("8f10400410015|8|\"ISR 6000\"|# SW-6IB4 Voltaire port 0 lid 5", "", "1|2|\"\"|")))
                .containsExactly(
                        new ExpectedNode(Guid.of(0x8f10400410015L), 8, "ISR 6000", "SW-6IB4 Voltaire port 0 lid 5"),
                        new ExpectedNode(Guid.of(1), 2, "", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8f10400410015|8|ISR 6000|#", "8f10400410015", "zz|8|\"a\"|", "8|\"a\"|b"})
    void aMalformedLineOfTheMapIsRefused(String line) {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ExpectedNode.parse("map", List.of(line)))
                .withMessageStartingWith("line 1 of the map map is '" + line + "'; expected GUID|PORTS|\"TEXT\"");
    }

    @Test
    void aNodeOccursInTheMapOnce() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ExpectedNode.parse("map", List.of("1|2|\"a\"|", "01|2|\"b\"|")))
                .withMessage("line 2 of the map map is '01|2|\"b\"|'; duplicate node");
    }
}
