package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ServerLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tests that docs/security.md names exist, and its defaults are those of the code. */
class SecurityDocumentTest {
    private static final String DOCUMENT = "security.md";
    private static final Pattern TEST = Pattern.compile("(\\w+(?:Test|Contract))\\.(\\w+)");
    private static final Pattern OPTION =
            Pattern.compile("\\| (\\d+)( s)? \\| `(ConnectionOptions|ServerLimits)\\.(\\w+)`");
    private static final Path ROOT = Documents.path("..");

    @Test
    void allNamedTestsExist() throws IOException {
        Map<String, String> sources = LinksTest.files(ROOT, ".java").stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .filter(file -> file.toString().matches(".*(Test|Contract)\\.java"))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        Documents::textOf,
                        (one, other) -> one + other));
        List<MatchResult> named = Documents.spans(DOCUMENT).stream()
                .flatMap(span -> TEST.matcher(span).results())
                .toList();

        assertThat(named).hasSizeGreaterThan(20).allSatisfy(test -> {
            assertThat(sources).containsKey(test.group(1));
            assertThat(sources.get(test.group(1))).contains("void " + test.group(2) + "(");
        });
    }

    @Test
    void defaultsMatchTheCode() {
        List<MatchResult> rows =
                OPTION.matcher(Documents.text(DOCUMENT)).results().toList();

        assertThat(rows).hasSizeGreaterThanOrEqualTo(4).allSatisfy(row -> {
            Object options = row.group(3).equals("ServerLimits") ? ServerLimits.DEFAULTS : ConnectionOptions.DEFAULTS;
            Object value = value(options, row.group(4));
            long number = value instanceof Duration time ? time.toSeconds() : ((Number) value).longValue();
            assertThat(number).as(row.group(4)).isEqualTo(Long.parseLong(row.group(1)));
        });
    }

    private static Object value(Object options, String component) {
        try {
            return options.getClass().getMethod(component).invoke(options);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(component, e);
        }
    }
}
