package io.verbena.shell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of docs, and the parts of a document. */
final class Documents {
    private static final Path FOLDER =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../docs");
    private static final Pattern BLOCK = Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");

    /** A code block and the language in its first fence. */
    record Block(String language, String text) {}

    private Documents() {}

    static Path path(String name) {
        return FOLDER.resolve(name);
    }

    static String text(String name) {
        return textOf(path(name));
    }

    static String textOf(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Block> blocks(String name) {
        return BLOCK.matcher(text(name))
                .results()
                .map(found -> new Block(found.group(1), found.group(2)))
                .toList();
    }

    static Stream<Block> blocks(String name, String language) {
        return blocks(name).stream().filter(block -> block.language().equals(language));
    }

    /** Returns the code spans in sentences and tables. */
    static List<String> spans(String name) {
        return SPAN.matcher(BLOCK.matcher(text(name)).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
