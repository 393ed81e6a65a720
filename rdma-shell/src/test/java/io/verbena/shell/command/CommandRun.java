package io.verbena.shell.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What became of a command line: Verbena's own in this JVM, or a program of infiniband-diags. */
record CommandRun(int exitCode, String out, String err) {
    private static final JsonMapper JSON = new JsonMapper();

    static {
        // A command that reads standard input is to find its end, not what the test runner talks to this JVM.
        System.setIn(InputStream.nullInputStream());
    }

    /** Runs a command of Verbena. */
    static CommandRun verbena(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = VerbenaCommand.commandLine(() -> {
                    throw new IllegalStateException("the console was opened");
                })
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Runs a command that is written as in a shell, but for quotes. */
    static CommandRun verbenaLine(String line) {
        return verbena(line.split(" "));
    }

    /** Runs a C program; each byte of its output is one character. */
    static CommandRun c(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("/usr/sbin/" + program), Stream.of(arguments))
                .toList();
        Path err = Files.createTempFile("stderr", null);
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(err.toFile()).start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
            return new CommandRun(process.waitFor(), out, Files.readString(err, ISO_8859_1));
        } finally {
            Files.delete(err);
        }
    }

    List<String> lines() {
        return out.lines().toList();
    }

    List<String> errors() {
        return err.lines().toList();
    }

    JsonNode json() {
        return JSON.readTree(out);
    }

    /** Asserts that it went well and said nothing on standard error. */
    CommandRun ok() {
        assertThat(err).isEmpty();
        assertThat(exitCode).as(out).isZero();
        return this;
    }
}
