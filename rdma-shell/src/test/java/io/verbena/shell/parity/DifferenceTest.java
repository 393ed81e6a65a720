package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferenceTest {
    @ParameterizedTest
    @EnumSource(Difference.class)
    void documentationExplainsTheReason(Difference reason) throws Exception {
        Path page = Path.of(System.getProperty("basedir", "."), "..", "docs", "guide", "infiniband-diags.md");

        assertThat(Files.readString(page)).contains("\n| `" + reason.word() + "` | ");
    }
}
