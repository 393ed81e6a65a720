package io.verbena.shell.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.error.RdmaException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Earlier reports come from files, which may contain anything. */
class ReportChangesTest {
    private static final byte[] REPORT = """
            {"findings": [
              {"id": "duplicate-lid", "evidence": "LID 4", "affected": [
                {"node": "0x0000000000000002", "port": 1}, {"node": "0x0000000000000001", "port": null}]},
              {"id": "no-master", "evidence": "none", "affected": []}]}
            """.getBytes(StandardCharsets.UTF_8);

    @Test
    void findingsAreIdentifiedByKindAndPorts() {
        assertThat(ReportChanges.parse("report", REPORT))
                .containsOnlyKeys("duplicate-lid 0x0000000000000001,0x0000000000000002/1", "no-master ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                       | it is not JSON",
                "[]                      | it has no list 'findings'",
                "{\"findings\": 1}       | it has no list 'findings'",
                "{\"findings\": [{}]}    | a finding has no 'id'",
            })
    void somethingElseIsAnErrorThatNamesTheFile(String text, String reason) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> ReportChanges.parse("report.json", bytes))
                .isInstanceOf(RdmaException.class)
                .hasMessageContaining("report.json is not a report of a validation: ")
                .hasMessageContaining(reason);
    }

    @Test
    void damagedReportsAreReadOrRefusedInOneWay() {
        Random random = new Random(22);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = REPORT.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(ReportChanges.parse("report", damaged).size()).isBetween(0, 2);
            } catch (RdmaException e) {
                assertThat(e).hasMessageContaining("report is not a report of a validation: ");
            }
        }
    }
}
