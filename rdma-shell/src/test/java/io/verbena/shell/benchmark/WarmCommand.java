package io.verbena.shell.benchmark;

import io.verbena.shell.command.VerbenaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * Runs a command once for each line on standard input. Responds with the elapsed milliseconds, from opening the port to
 * closing it, and the number of lines of output. The first rounds are warm-up.
 */
public final class WarmCommand {
    private WarmCommand() {}

    /** Runs until the end of standard input; the arguments are the command. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
            StringWriter out = new StringWriter();
            long began = System.nanoTime();
            int code = VerbenaCommand.commandLine(() -> 0, arguments)
                    .setOut(new PrintWriter(out))
                    .execute(arguments);
            double millis = (System.nanoTime() - began) / 1e6;
            if (code != 0) {
                throw new IllegalStateException("exit status " + code);
            }
            System.out.printf("%.3f %d%n", millis, out.toString().lines().count());
            System.out.flush();
        }
    }
}
