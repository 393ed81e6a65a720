package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.diag.SystemStatusClient.Processor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The system status of this host. */
final class LocalHost {
    private static final Path KERNEL = Path.of("/proc/sys/kernel");
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private LocalHost() {}

    /**
     * Returns the name and, after a dot, the NIS domain, {@code (none)} if there is none, in the format of
     * infiniband-diags.
     */
    static String name() {
        return read(KERNEL.resolve("hostname"), "?hostname?") + "."
                + read(KERNEL.resolve("domainname"), "?domainname?");
    }

    private static String read(Path file, String otherwise) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return otherwise;
        }
    }

    /** Returns the processors; empty if the system does not provide them. */
    static List<Processor> processors() {
        try {
            return processors(Files.readAllLines(PROCESSORS, UTF_8));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Parses a text in the format of {@code /proc/cpuinfo}, whose paragraphs start with the number of a processor. */
    static List<Processor> processors(List<String> lines) {
        List<Processor> found = new ArrayList<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            int last = found.size() - 1;
            switch (colon < 0 ? "" : line.substring(0, colon).strip()) {
                case "processor" -> found.add(new Processor(Integer.parseInt(value), "", 0));
                case "model name" -> {
                    if (last >= 0) {
                        found.set(
                                last,
                                new Processor(
                                        found.get(last).number(),
                                        value,
                                        found.get(last).megahertz()));
                    }
                }
                case "cpu MHz" -> {
                    if (last >= 0) {
                        found.set(
                                last,
                                new Processor(
                                        found.get(last).number(),
                                        found.get(last).model(),
                                        Double.parseDouble(value)));
                    }
                }
                default -> {
                    // Other fields are not part of the response.
                }
            }
        }
        return found;
    }
}
