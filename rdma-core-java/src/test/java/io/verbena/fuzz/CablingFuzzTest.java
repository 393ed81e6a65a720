package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.diag.cabling.CableList;
import io.verbena.diag.cabling.ExpectedNode;
import io.verbena.error.RdmaException;
import java.util.List;

class CablingFuzzTest {
    @FuzzTest
    void linksAreReadOrRefusedWithTheirLine(FuzzedDataProvider data) {
        CableList links;
        try {
            links = CableList.parse("fuzz.topo", lines(data));
        } catch (RdmaException refused) {
            assertThat(refused).hasMessageContaining("of the links fuzz.topo is '");
            return;
        }
        assertThat(CableList.parse("again", links.lines())).isEqualTo(links);
    }

    @FuzzTest
    void nodesAreReadOrRefusedWithTheirLine(FuzzedDataProvider data) {
        List<String> lines = lines(data);
        try {
            assertThat(ExpectedNode.parse("fuzz.map", lines)).hasSizeLessThanOrEqualTo(lines.size());
        } catch (RdmaException refused) {
            assertThat(refused).hasMessageContaining("of the map fuzz.map is '");
        }
    }

    private static List<String> lines(FuzzedDataProvider data) {
        return data.consumeRemainingAsString().lines().toList();
    }
}
