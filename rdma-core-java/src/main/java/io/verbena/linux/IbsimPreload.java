package io.verbena.linux;

import io.verbena.error.RdmaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Checks that the simulator of a preloaded ibsim library is reachable, because the library would wait for it forever. */
final class IbsimPreload {
    private static final Path UNIX_SOCKETS = Path.of("/proc/net/unix");

    private IbsimPreload() {}

    static boolean isThere(Map<String, String> environment) {
        return environment.getOrDefault("LD_PRELOAD", "").contains("umad2sim");
    }

    static void requireServer(Map<String, String> environment) {
        if (isThere(environment) && !environment.containsKey("IBSIM_SERVER_NAME")) {
            String socket = environment.getOrDefault("IBSIM_SOCKNAME", "sim") + ":ctl";
            if (!isListening(socket, unixSockets())) {
                throw new RdmaException("libumad2sim is preloaded, but no ibsim listens on the socket '" + socket
                        + "'; start ibsim with the same IBSIM_SOCKNAME, or unset LD_PRELOAD");
            }
        }
    }

    static boolean isListening(String socket, List<String> unixSockets) {
        for (String line : unixSockets) {
            if (line.endsWith(" @" + socket) || line.contains(" @" + socket + "@")) {
                return true;
            }
        }
        return false;
    }

    private static List<String> unixSockets() {
        try {
            return Files.readAllLines(UNIX_SOCKETS, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new RdmaException("cannot read " + UNIX_SOCKETS + " to see whether ibsim runs: " + e.getMessage(), e);
        }
    }
}
