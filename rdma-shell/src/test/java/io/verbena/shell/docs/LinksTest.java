package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No link of a document to another, or to a chapter, leads nowhere. */
class LinksTest {
    private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Path ROOT = Documents.path("..").normalize();

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            LINK.matcher(text(document)).results().map(found -> found.group(1)).forEach(link -> {
                if (!link.startsWith("http") && !leads(document, link)) {
                    broken.add(ROOT.relativize(document) + ": " + link);
                }
            });
        }

        assertThat(broken).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> all =
                    docs.filter(file -> file.toString().endsWith(".md")).collect(Collectors.toList());
            all.add(ROOT.resolve("README.md"));
            all.add(ROOT.resolve("CONTRIBUTING.md"));
            return all;
        }
    }

    private static boolean leads(Path document, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** The names of the chapters, as GitHub makes them of their headings. */
    private static Set<String> anchors(Path document) {
        return HEADING.matcher(text(document))
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String text(Path document) {
        return BLOCK.matcher(Documents.textOf(document)).replaceAll("");
    }
}
