package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferenceTest {
    @ParameterizedTest
    @EnumSource(Difference.class)
    void theGuideExplainsEachReason(Difference reason) throws Exception {
        Path guide = Path.of(System.getProperty("basedir", "."), "..", "docs", "guide.md");

        assertThat(Files.readString(guide)).contains("\n| `" + reason.word() + "` | ");
    }
}
