package io.verbena.linux;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the system, such as {@code ip} and {@code tc}, that must succeed. */
final class Command {
    private static final int SECONDS = 30;

    private Command() {}

    /** Runs it, with its output on ours. */
    static void run(String... command) {
        end(command, new ProcessBuilder(command).inheritIO());
    }

    /** Runs it, and returns the little that it prints. */
    static String output(String... command) {
        Process process = end(command, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
        try (InputStream printed = process.getInputStream()) {
            return new String(printed.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process end(String[] command, ProcessBuilder builder) {
        String line = String.join(" ", command);
        try {
            Process process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        line + " did not end within " + SECONDS + " s; this process has open " + openDevices());
            }
            if (process.exitValue() != 0) {
                throw new AssertionError(line + " exited with " + process.exitValue());
            }
            return process;
        } catch (IOException e) {
            throw new AssertionError(line, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(line, e);
        }
    }

    /** Returns the open RDMA devices of this process, for which a removal may wait. */
    private static List<String> openDevices() throws IOException {
        List<String> devices = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.contains("infiniband")) {
                    devices.add(target);
                }
            }
        }
        return devices;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The descriptor was closed after it was listed.
            return "";
        }
    }
}
