package io.verbena.shell;

import io.verbena.shell.command.VerbenaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs commands one by one, each from parsing to closing the fabric, in a process beside the console's: a device has one
 * reader of each class in a process.
 */
final class OneShots implements AutoCloseable {
    private static final String END = "-- exit ";

    private final Process process;
    private final BufferedReader answers;
    private final PrintStream lines;

    private OneShots(Process process) {
        this.process = process;
        answers = process.inputReader(StandardCharsets.UTF_8);
        lines = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    static OneShots start() throws IOException {
        return new OneShots(new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneShots.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Runs a command and returns the lines of both output streams. */
    List<String> run(String line) throws IOException {
        lines.println(line);
        List<String> printed = new ArrayList<>();
        String next = answer();
        while (!next.startsWith(END)) {
            printed.add(next);
            next = answer();
        }
        return printed;
    }

    private String answer() throws IOException {
        return Objects.requireNonNull(answers.readLine(), "the process ended");
    }

    @Override
    public void close() throws IOException {
        lines.close();
        process.destroy();
    }

    /** Runs each line of standard input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            StringWriter both = new StringWriter();
            int code = run(new PrintWriter(both), line.split(" "));
            out.print(both);
            out.println(END + code);
        }
    }

    private static int run(PrintWriter both, String... words) {
        return VerbenaCommand.commandLine(
                        () -> {
                            throw new IllegalStateException("the console was opened");
                        },
                        words)
                .setOut(both)
                .setErr(both)
                .execute(words);
    }
}
