package io.verbena.shell.parity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/** Records the results on one net, line by line; testbed/checks/parity generates the table of all nets. */
final class ParityNotes {
    private static final Path FOLDER = Path.of(System.getProperty("basedir", "."), "target", "parity");

    private ParityNotes() {}

    static synchronized void add(List<String> columns) {
        String net = Path.of(Objects.requireNonNullElse(System.getenv("VERBENA_NET"), "none"))
                .getFileName()
                .toString();
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(
                    FOLDER.resolve(net.replace(".net", ".tsv")),
                    String.join("\t", columns) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
