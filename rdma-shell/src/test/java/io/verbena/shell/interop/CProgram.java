package io.verbena.shell.interop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A C program that runs beside the test; what it writes goes into a file. */
final class CProgram implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String line;
    private final Path output;
    private final Process process;

    private CProgram(String line, Path output, Process process) {
        this.line = line;
        this.output = output;
        this.process = process;
    }

    /** Starts a program that is written as in a shell, but for quotes. */
    static CProgram start(String line) {
        try {
            Path output = Files.createTempFile("output", null);
            Process process = new ProcessBuilder(line.split(" "))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().close();
            return new CProgram(line, output, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program to its end. */
    static String run(String line) {
        try (CProgram program = start(line)) {
            return program.ok();
        }
    }

    /** Until it listens at a TCP port. */
    CProgram listeningTcp(int port) {
        until(() -> listensTcp(port));
        return this;
    }

    /** Until it listens at a port of the RDMA CM. */
    CProgram listeningCm(int port) {
        until(() -> listensCm(port));
        return this;
    }

    /** Returns whether a server listens at a TCP port. */
    static boolean listensTcp(int port) {
        Pattern listens = Pattern.compile(String.format("(?m)^ *\\d+: \\S+:%04X \\S+ 0A ", port));
        return listens.matcher(read(Path.of("/proc/net/tcp")) + read(Path.of("/proc/net/tcp6")))
                .find();
    }

    /** Returns whether a server listens at a port of the RDMA CM. */
    static boolean listensCm(int port) {
        Pattern at = Pattern.compile(":" + port + "\\b");
        return run("rdma resource show cm_id")
                .lines()
                .anyMatch(id -> id.contains("LISTEN") && at.matcher(id).find());
    }

    /** Until it has written this. */
    CProgram said(String text) {
        until(() -> output().contains(text));
        return this;
    }

    /** Whether it comes to its end in time. */
    boolean endsWithin(Duration longest) {
        try {
            return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void until(BooleanSupplier condition) {
        await(condition, process::isAlive, () -> line + ": " + output());
    }

    /** Waits until a condition is true, and fails if the program ends before that. */
    static void await(BooleanSupplier condition, BooleanSupplier alive, Supplier<String> who) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean met = false;
        while (!met) {
            boolean may = alive.getAsBoolean() && System.nanoTime() < end;
            met = condition.getAsBoolean();
            assertThat(met || may).as(who).isTrue();
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String output() {
        return read(output);
    }

    /** Waits for its end, which must be a good one; what it wrote. */
    String ok() {
        assertThat(exitCode()).as(line + ": " + output()).isZero();
        return output();
    }

    int exitCode() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(line + " ends: " + output())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
