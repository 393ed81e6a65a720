package io.verbena.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads how much memory a process may lock (proc(5), getrlimit(2), capabilities(7)). */
final class LockLimit {
    static final Path THIS_PROCESS = Path.of("/proc/self");

    private static final Pattern LIMIT = Pattern.compile("(?m)^Max locked memory +([0-9]{1,18}) ");
    private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]{1,16})$");
    private static final int CAP_IPC_LOCK = 14;

    private LockLimit() {}

    /** Returns the limit in bytes; the maximum long if there is none or it is unknown. */
    static long bytes(Path process) {
        boolean unlimited = find(CAPABILITIES, process.resolve("status"))
                .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> CAP_IPC_LOCK & 1) == 1)
                .orElse(false);
        return unlimited
                ? Long.MAX_VALUE
                : find(LIMIT, process.resolve("limits")).map(Long::parseLong).orElse(Long.MAX_VALUE);
    }

    private static Optional<String> find(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
