package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the exceptions and members exist that pages written by hand name. */
class NamesTest {
    private static final Pattern NAMED = Pattern.compile("\\w+Exception|[A-Z]\\w+[#.][a-z]\\w+(\\(.*)?");
    private static final Pattern FOREIGN = Pattern.compile(
            "(IllegalArgument|IllegalState|Completion|Execution|AsynchronousClose|Connect|IO|InterruptedIO|Socket"
                    + "|UnsupportedOperation)Exception"
                    + "|(Path|Duration|SSLSocketFactory|RdmaAssertions|RdmaSocketChannel|RdmaIoHandler|RdmaVertxTransport)\\..*"
                    + "|\\w+(Test|Contract)[.#].*");
    private static final Set<String> OTHERS = Set.of("design.md", "migration.md", "parity.md");
    private static final Pattern FILE = Pattern.compile(".*\\.(java|md|csv|tsv|json|yml|xml|conf|topo)");

    @Test
    void namedClassesAndMembersExist() throws IOException {
        JavaMembers members = new JavaMembers();
        List<String> unknown = new ArrayList<>();
        int checked = 0;
        for (String page : pages()) {
            for (String span : Documents.spans(page)) {
                if (NAMED.matcher(span).matches() && !FILE.matcher(span).matches() && !isForeign(span)) {
                    checked++;
                    members.problem(span.replaceAll("\\(.*", "").replace('.', '#'))
                            .ifPresent(problem -> unknown.add(page + ": " + problem));
                }
            }
        }

        assertThat(unknown).isEmpty();
        assertThat(checked).isGreaterThan(150);
    }

    /** Names of the JDK, of a module that is not on the class path here, and of tests, which SecurityDocumentTest looks up. */
    private static boolean isForeign(String span) {
        return FOREIGN.matcher(span).matches();
    }

    /**
     * Returns the guide and the pages beside it. design.md names internal classes, migration.md has a test of its own, and the
     * names in parity.md are options.
     */
    private static List<String> pages() throws IOException {
        Path docs = Documents.path("");
        try (Stream<Path> top = Files.list(docs);
                Stream<Path> guide = Files.list(docs.resolve("guide"))) {
            return Stream.concat(top, guide)
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(file -> docs.relativize(file).toString())
                    .filter(page -> !OTHERS.contains(page))
                    .toList();
        }
    }
}
