package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages marked as experimental are those that docs/compatibility.md lists and that the comparison of releases leaves out. */
class CompatibilityDocumentTest {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern EXCLUDED = Pattern.compile("<exclude>(io\\.verbena\\.(?!jni)[\\w.]+)</exclude>");

    @Test
    void experimentalPackagesAreListed() throws IOException {
        Set<String> marked = new TreeSet<>();
        for (String module : new String[] {"rdma-core-java", "rdma-subnet-manager", "rdma-embedded", "rdma-shell"}) {
            try (Stream<Path> files = Files.walk(Documents.path("../" + module + "/src/main/java"))) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .map(Documents::textOf)
                        .filter(text -> text.contains("@API(status = Status.EXPERIMENTAL"))
                        .forEach(text -> marked.addAll(found(PACKAGE, text)));
            }
        }

        assertThat(marked).isNotEmpty();
        assertThat(found(EXCLUDED, Documents.text("../pom.xml"))).isEqualTo(marked);
        assertThat(Documents.spans("compatibility.md")).containsAll(marked);
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
