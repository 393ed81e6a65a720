package io.verbena.shell.parity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Records the results on one net, line by line; testbed/checks/parity generates the table of all nets. */
final class ParityNotes {
    private static final @Nullable String NET = System.getenv("VERBENA_NET");
    // Only the directory of the evidence can be written in a kernel of the test bed.
    private static final Path FOLDER = NET == null
            ? Path.of(System.getProperty("verbena.evidence.directory", "target"), "parity")
            : Path.of(System.getProperty("basedir", "."), "target", "parity");

    private ParityNotes() {}

    static synchronized void add(List<String> columns) {
        String net = Path.of(Objects.requireNonNullElse(NET, "kernel.net"))
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
