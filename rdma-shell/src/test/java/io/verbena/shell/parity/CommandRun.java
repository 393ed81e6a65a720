package io.verbena.shell.parity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.cli.HelpText;
import io.verbena.shell.command.VerbenaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The result of a command line: of Verbena in this JVM, or of a program of infiniband-diags. */
public record CommandRun(int exitCode, String out, String err) {
    /** The exit code of a C program that did not end by itself. */
    public static final int HANGS = 124;

    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 20;
    private static final Pattern CLIENT = Pattern.compile("attached as client (\\d+)");

    static {
        // A command that reads standard input is to find its end, not what the test runner talks to this JVM.
        System.setIn(InputStream.nullInputStream());
    }

    /** Runs a command of Verbena. */
    public static CommandRun verbena(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = VerbenaCommand.commandLine(
                () -> {
                    throw new IllegalStateException("the console was opened");
                },
                arguments);
        return of(line, out, err, arguments);
    }

    /** Runs a command of Verbena, whose exit code is one of those that its help explains. */
    public static CommandRun of(CommandLine line, StringWriter out, StringWriter err, String... arguments) {
        int code =
                line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
        ParseResult parsed = line.getParseResult();
        if (parsed != null && parsed.hasSubcommand()) {
            CommandSpec command = parsed.subcommand().commandSpec();
            assertThat(HelpText.exits(command))
                    .as("the exit codes of %s; it ended with %s: %s", command.name(), code, err)
                    .anyMatch(exit -> exit.startsWith(code + " "));
        }
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Runs a command that is written as in a shell, but for quotes. */
    public static CommandRun verbenaLine(String line) {
        return verbena(line.split(" "));
    }

    /** Runs a C program; each byte of its output is one character. */
    public static CommandRun c(String program, String... arguments) throws IOException, InterruptedException {
        return c(PATIENCE_SECONDS, program, arguments);
    }

    /** Runs a C program, and ends it if it does not end by itself. */
    public static CommandRun c(long seconds, String program, String... arguments)
            throws IOException, InterruptedException {
        Path file = Path.of("/usr/sbin", program);
        List<String> command = Stream.concat(
                        Stream.of(Files.exists(file) ? file.toString() : "/usr/bin/" + program), Stream.of(arguments))
                .toList();
        Path out = Files.createTempFile("stdout", null);
        Path err = Files.createTempFile("stderr", null);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                giveBackTheSlot(Files.readString(err, ISO_8859_1));
            }
            return new CommandRun(
                    ended ? process.exitValue() : HANGS,
                    Files.readString(out, ISO_8859_1),
                    Files.readString(err, ISO_8859_1));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** ibsim has ten, and does not notice that a client was killed. */
    private static void giveBackTheSlot(String err) throws IOException {
        Matcher client = CLIENT.matcher(err);
        String console = System.getenv("VERBENA_IBSIM_CONSOLE");
        if (console != null && client.find()) {
            Files.writeString(Path.of(console), "X " + client.group(1) + "\n", StandardOpenOption.WRITE);
        }
    }

    /** Runs a C program without checked exceptions, for lambdas. */
    static CommandRun cLine(String line) {
        String[] words = line.strip().split(" +");
        try {
            return c(words[0], Stream.of(words).skip(1).toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    public List<String> errors() {
        return err.lines().toList();
    }

    public JsonNode json() {
        return JSON.readTree(out);
    }

    /** Asserts that it went well and said nothing on standard error. */
    public CommandRun ok() {
        assertThat(err).isEmpty();
        assertThat(exitCode).as(out).isZero();
        return this;
    }
}
