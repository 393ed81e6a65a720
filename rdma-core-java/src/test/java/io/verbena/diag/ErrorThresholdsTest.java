package io.verbena.diag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorThresholdsTest {
    @Test
    void aCounterWithoutALineHasTheThresholdZero() {
        ErrorThresholds thresholds = ErrorThresholds.parse(
                "file", List.of("# ours", "", "SymbolErrorCounter=10 # ten", "PortXmitWait = 1000"));

        assertThat(thresholds.of("SymbolErrorCounter")).isEqualTo(10);
        assertThat(thresholds.of("PortXmitWait")).isEqualTo(1000);
        assertThat(thresholds.of("VL15Dropped")).isZero();
    }

    @Test
    void anUnknownCounterIsReportedWithSimilarNames() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ErrorThresholds.parse("file", List.of("SymbolErorCounter=10")))
                .withMessageStartingWith("line 1 of the thresholds file is 'SymbolErorCounter=10'; unknown counter"
                        + " 'SymbolErorCounter'; did you mean SymbolErrorCounter");
    }

    @Test
    void aMalformedLineIsRefused() {
        for (String line : List.of("SymbolErrorCounter", "SymbolErrorCounter=x", "PortRcvErrors=-1", "a=b=c")) {
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> ErrorThresholds.parse("file", List.of(line)))
                    .withMessageContaining("expected NAME=COUNT, for example SymbolErrorCounter=10");
        }
    }

    @Test
    void aMissingFileIsNamedInTheException() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ErrorThresholds.read(Path.of("/nowhere/thresholds")))
                .withMessage("cannot read the thresholds /nowhere/thresholds: there is no such file or folder");
    }

    @Test
    void filesOfTheOldScriptsAreRead() {
        ErrorThresholds thresholds =
                ErrorThresholds.parse("file", List.of("SymbolErrors=5", "RcvSwRelayErrors=6", "VL15Dropped=7"));

        assertThat(thresholds.of("SymbolErrorCounter")).isEqualTo(5);
        assertThat(thresholds.of("PortRcvSwitchRelayErrors")).isEqualTo(6);
        assertThat(thresholds.of("VL15Dropped")).isEqualTo(7);
    }

    @Test
    void everyCounterHasAPredefinedThreshold() {
        assertThat(ErrorThresholds.PREDEFINED.counts()).containsOnlyKeys(ErrorThresholds.COUNTERS);
    }
}
