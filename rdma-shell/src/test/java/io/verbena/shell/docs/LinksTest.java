package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that links between Markdown files, and mentions of files in docs elsewhere, lead to an existing file and heading. */
class LinksTest {
    private static final Pattern BLOCK = Pattern.compile("^ *```.*?^ *```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SPAN = Pattern.compile("`[^`\n]+`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern MENTION = Pattern.compile("\\bdocs/[\\w./-]+\\.md(#[\\w-]+)?");
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");
    private static final Path ROOT = Documents.path("..").normalize();

    @Test
    void everyLinkOfADocumentHasATarget() throws IOException {
        List<Path> documents = files(ROOT, ".md");

        assertThat(documents).hasSizeGreaterThan(100);
        assertThat(brokenLinks(ROOT, documents)).isEmpty();
    }

    /** Javadoc, scripts and build files name pages by their path from the root. */
    @Test
    void everyMentionedPageExists() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> sources = files(ROOT, ".java");
        sources.addAll(files(ROOT, ".yml"));
        sources.addAll(files(ROOT, ".xml"));
        sources.addAll(files(ROOT.resolve("testbed"), ""));
        sources.addAll(files(ROOT.resolve("benchmarks"), ""));
        sources.add(ROOT.resolve("verify"));
        sources.add(ROOT.resolve("verbena"));
        for (Path source : sources) {
            // ISO 8859-1 reads any bytes, and the names are ASCII.
            Matcher mention = MENTION.matcher(Files.readString(source, StandardCharsets.ISO_8859_1));
            while (mention.find()) {
                if (!leads(ROOT.resolve("README.md"), mention.group())) {
                    broken.add(ROOT.relativize(source) + ": " + mention.group());
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void brokenLinksAreFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("there.md"), "# A title\n\n## Twice\n\n## Twice\n\n## With `code` & more\n");
        Path page = folder.resolve("page.md");
        Files.writeString(page, """
                [1](there.md) [2](there.md#twice-1) [3](there.md#with-code--more) [4](https://example.org/x) `[5](code)`
                [6](gone.md) [7](there.md#twice-2) [8](#none) ![9](gone.png)
                ```
                [10](in-a-block.md)
                ```
                """);

        assertThat(brokenLinks(folder, List.of(page)))
                .containsExactly(
                        "page.md: gone.md", "page.md: there.md#twice-2", "page.md: #none", "page.md: gone.png");
    }

    private static List<String> brokenLinks(Path root, List<Path> documents) {
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            Matcher link = LINK.matcher(SPAN.matcher(text(document)).replaceAll("code"));
            while (link.find()) {
                if (!link.group(1).startsWith("http") && !leads(document, link.group(1))) {
                    broken.add(root.relativize(document) + ": " + link.group(1));
                }
            }
        }
        return broken;
    }

    private static boolean leads(Path document, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** The anchors of the headings as GitHub derives them; a repeated heading gets a number. */
    private static Set<String> anchors(Path document) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(text(document));
        while (heading.find()) {
            String anchor = heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\w\\- ]", "")
                    .replace(' ', '-');
            int earlier = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
        }
        return anchors;
    }

    private static String text(Path document) {
        return BLOCK.matcher(Documents.textOf(document)).replaceAll("");
    }

    /** Returns the files of a checkout with a suffix, without what the build writes: other modules are built at the same time. */
    static List<Path> files(Path root, String suffix) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && file.toString().endsWith(suffix)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
