package io.verbena.samples.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The sample in a JVM of its own. */
final class Program implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    Program(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command =
                new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Echo.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = process.inputReader(UTF_8);
    }

    /** Returns the next line of its output. */
    String line() throws IOException {
        return String.valueOf(output.readLine());
    }

    /** Closes its input and returns its exit code. */
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
