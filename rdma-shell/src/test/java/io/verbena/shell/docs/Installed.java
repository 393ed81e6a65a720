package io.verbena.shell.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the C packages that are installed on this machine. */
final class Installed {
    private static final Path INCLUDES = Path.of("/usr/include");
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu"),
            Path.of("/usr/lib/aarch64-linux-gnu"),
            Path.of("/usr/lib64"),
            Path.of("/usr/lib"));
    /** {@code 000000000000d9d0 T ibv_ack_async_event@@IBVERBS_1.1}; what is absolute is the name of a version. */
    private static final Pattern SYMBOL = Pattern.compile("\\S+ [^A] ([A-Za-z]\\w*|_ibv_\\w+)(?:@+(\\w+)\\S*)?");

    private static final Pattern INLINE =
            Pattern.compile("static (?:inline|MLX5DV_ALWAYS_INLINE)\\s[^;{(]*?(\\w+)\\([^;{]*\\)\\s*\\{");
    private static final Pattern INTERNAL = Pattern.compile("_.*|verbs_.*");
    private static final Pattern RELEASE = Pattern.compile("\\.(\\d+)\\.0$");

    private Installed() {}

    static Optional<Path> library(String name) {
        return LIBRARIES.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }

    /** The release of rdma-core that a library is of, 44 where its file is libibverbs.so.1.14.44.0. */
    static int release(Path library) throws IOException {
        Matcher found = RELEASE.matcher(library.toRealPath().toString());
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    /** The functions that a library has for programs; empty where there is no nm. */
    static Set<String> symbols(Path library) throws IOException, InterruptedException {
        Set<String> symbols = new TreeSet<>();
        for (String line : lines("nm", "-D", "--defined-only", library.toString())) {
            Matcher found = SYMBOL.matcher(line);
            if (found.matches() && (found.group(2) == null || !found.group(2).contains("PRIVATE"))) {
                symbols.add(found.group(1));
            }
        }
        return symbols;
    }

    /** The functions that headers have for programs; empty where one of them is not installed. */
    static Set<String> inlines(List<String> headers) throws IOException {
        Set<String> inlines = new TreeSet<>();
        for (String header : headers) {
            Path file = INCLUDES.resolve(header);
            if (!Files.exists(file)) {
                return Set.of();
            }
            INLINE.matcher(Files.readString(file))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .filter(name -> !INTERNAL.matcher(name).matches())
                    .forEach(inlines::add);
        }
        return inlines;
    }

    /** Whether all headers are there. */
    static boolean hasHeaders(List<String> headers) {
        return headers.stream().map(INCLUDES::resolve).allMatch(Files::exists);
    }

    /** The programs of a package of Debian; empty where it is not installed. */
    static Set<String> programs(String packageName) throws IOException, InterruptedException {
        Set<String> programs = new TreeSet<>();
        for (String line : lines("dpkg", "-L", packageName)) {
            if (line.matches("/usr/s?bin/.+")) {
                programs.add(line.substring(line.lastIndexOf('/') + 1));
            }
        }
        return programs;
    }

    /** Returns the lines that a program prints; empty if it fails or is not installed. */
    private static List<String> lines(String... command) throws IOException, InterruptedException {
        boolean isThere =
                Stream.of("/usr/bin/", "/bin/").anyMatch(folder -> Files.exists(Path.of(folder + command[0])));
        if (!isThere) {
            return List.of();
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? out.lines().toList() : List.of();
    }
}
