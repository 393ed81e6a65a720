package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.diag.SystemStatusClient.Processor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        List<Map<String, String>> found = new ArrayList<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            if (name.equals("processor")) {
                found.add(new HashMap<>());
            }
            if (!found.isEmpty()) {
                found.get(found.size() - 1).put(name, line.substring(colon + 1).strip());
            }
        }
        return found.stream()
                .map(fields -> new Processor(
                        Integer.parseInt(fields.getOrDefault("processor", "0")),
                        fields.getOrDefault("model name", ""),
                        Double.parseDouble(fields.getOrDefault("cpu MHz", "0"))))
                .toList();
    }
}
