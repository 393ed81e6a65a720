package io.verbena.netty.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program beside the test. With {@code librspreload} of rdma-core, its sockets of the C library are replaced by rsockets. */
final class PeerProgram implements AutoCloseable {
    private static final int LIMIT_SECONDS = 60;

    private final String line;
    private final Path output;
    private final Path errors;
    private final Process process;

    private PeerProgram(List<String> command, Map<String, String> environment, byte[] input) throws IOException {
        line = String.join(" ", command);
        output = Files.createTempFile("output", null);
        errors = Files.createTempFile("errors", null);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        process = builder.start();
        try (OutputStream stream = process.getOutputStream()) {
            stream.write(input);
        }
    }

    private static Path preload() throws IOException {
        // Libraries for other processors may be installed as well.
        String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(Path.of("/usr/lib"), processor + "-linux-*")) {
            for (Path directory : directories) {
                Path library = directory.resolve("rsocket/librspreload.so");
                if (Files.exists(library)) {
                    return library;
                }
            }
        }
        throw new AssertionError("there is no librspreload.so in /usr/lib; install librdmacm1");
    }

    /** Runs a program with {@code librspreload} to its end, and returns its output. */
    static byte[] run(byte[] input, String... command) throws IOException, InterruptedException {
        try (PeerProgram program =
                new PeerProgram(List.of(command), Map.of("LD_PRELOAD", preload().toString()), input)) {
            return program.result();
        }
    }

    /** Starts a program that works with {@code librspreload} as it is. */
    static PeerProgram start(String... command) throws IOException {
        return new PeerProgram(List.of(command), Map.of("LD_PRELOAD", preload().toString()), new byte[0]);
    }

    /** Starts a program that also requires {@code testbed/rsockets/shim.c}, and may not use epoll. */
    static PeerProgram startWithShim(String... command) throws IOException, InterruptedException {
        Process make = new ProcessBuilder("make", "-s", "-C", "../testbed/rsockets", "shim")
                .directory(Path.of(System.getProperty("basedir", "rdma-netty")).toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String shim = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        assertThat(make.waitFor()).as("make -C testbed/rsockets shim").isZero();
        return new PeerProgram(
                List.of(command), Map.of("LD_PRELOAD", shim + ":" + preload(), "EVENT_NOEPOLL", "1"), new byte[0]);
    }

    /** Waits for the end of the program, and returns its output. */
    byte[] result() throws IOException, InterruptedException {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(ended).as("%s ends: %s", this, Files.readString(errors)).isTrue();
        assertThat(process.exitValue())
                .as("exit status of %s: %s", this, Files.readString(errors))
                .isZero();
        return Files.readAllBytes(output);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return line;
    }
}
