package io.verbena.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The prose of the project has no error that {@link Prose} can find; see "Prose" in CONTRIBUTING.md. */
class ProseTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private final Prose prose = new Prose(ROOT);

    @Test
    void documentsJavadocCommentsMessagesAndDescriptionsHaveNoFindings() {
        List<Path> files = prose.files(file -> !prose.isPending(file));
        assertThat(files).as("files that hold prose").hasSizeGreaterThan(50);
        String findings =
                prose.check(files).stream().map(ProseFinding::toString).collect(Collectors.joining("\n"));
        assertThat(findings).as("findings").isEmpty();
    }

    @Test
    void pendingEntriesExist() {
        assertThat(prose.pending())
                .allMatch(path -> ROOT.resolve(path).toFile().exists(), "exists; remove it from pending.txt");
    }

    @Test
    void pendingEntriesHaveFindings() {
        assertThat(prose.cleanPending())
                .as("pending entries without findings; run testbed/prose/check --pending")
                .isEmpty();
    }
}
