package io.verbena.linux;

import io.verbena.error.RdmaException;
import io.verbena.jni.cm.Cm;
import io.verbena.jni.umad.Umad;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Opens the devices of this host. */
public final class LinuxProvider implements RdmaProvider {
    private static final Path NOWHERE = Path.of("/nonexistent");
    private static final Path UNIX_SOCKETS = Path.of("/proc/net/unix");

    @Override
    public String name() {
        return "native";
    }

    @Override
    public RdmaDriver open(String argument) {
        if (!argument.isEmpty()) {
            throw new IllegalArgumentException(
                    "the fabric 'native' takes no argument, but '" + argument + "' was given; choose a device instead");
        }
        requireSimulator(System.getenv());
        Binding umad = new Binding(Umad::load);
        Binding verbs = new Binding(IbvDevice::load);
        if (!umad.loads() && !verbs.loads()) {
            umad.require();
        }
        // ibsim simulates devices to libibumad, but not to file accesses of Java.
        boolean simulated = isSimulated(System.getenv());
        return new LinuxDriver(new Sysfs(simulated ? NOWHERE : Sysfs.DEVICES), umad, verbs, new Binding(Cm::load));
    }

    private static boolean isSimulated(Map<String, String> environment) {
        return environment.getOrDefault("LD_PRELOAD", "").contains("umad2sim");
    }

    /** Checks that the simulator of a preloaded ibsim library listens, because the library would wait for it forever. */
    private static void requireSimulator(Map<String, String> environment) {
        if (isSimulated(environment) && !environment.containsKey("IBSIM_SERVER_NAME")) {
            String socket = environment.getOrDefault("IBSIM_SOCKNAME", "sim") + ":ctl";
            if (!isListening(socket, unixSockets())) {
                throw new RdmaException("libumad2sim is preloaded, but no ibsim listens on the socket '" + socket
                        + "'; start ibsim with the same IBSIM_SOCKNAME, or unset LD_PRELOAD");
            }
        }
    }

    private static boolean isListening(String socket, List<String> unixSockets) {
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
