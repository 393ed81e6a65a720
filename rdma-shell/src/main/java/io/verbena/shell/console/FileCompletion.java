package io.verbena.shell.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.shell.core.command.completion.CompletionProposal;

/** Completes file names. */
final class FileCompletion {
    private FileCompletion() {}

    /**
     * Returns the files whose paths start with {@code word}, each with {@code prefix}; empty if the directory does not
     * exist.
     */
    static List<CompletionProposal> proposals(String prefix, String word) {
        String directory = word.substring(0, word.lastIndexOf('/') + 1);
        String name = word.substring(directory.length());
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            return files.map(file -> text(directory, file))
                    .filter(path -> path.startsWith(word) && (!name.isEmpty() || !hidden(path, directory)))
                    .sorted()
                    .map(path -> new CompletionProposal(prefix + path)
                            .displayText(path.substring(directory.length()))
                            .complete(!path.endsWith("/")))
                    .toList();
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }

    private static String text(String directory, Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        return directory + name + (Files.isDirectory(file) ? "/" : "");
    }

    private static boolean hidden(String path, String directory) {
        return path.startsWith(".", directory.length());
    }
}
