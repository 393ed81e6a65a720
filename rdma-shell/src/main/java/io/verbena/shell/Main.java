package io.verbena.shell;

import io.verbena.shell.cli.Ending;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.Console;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Runs one command, without Spring; opens the console if there is none. */
public final class Main {
    private Main() {}

    /** Exits with the code of the command. */
    public static void main(String[] arguments) {
        int code = VerbenaCommand.commandLine(() -> Console.run(VerbenaConsole.class, arguments), arguments)
                .setOut(writer(FileDescriptor.out))
                .setErr(writer(FileDescriptor.err))
                .execute(arguments);
        Ending.exit(code);
    }

    /** Names of nodes are UTF-8, whatever the locale says. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(
                new BufferedOutputStream(new FileOutputStream(descriptor)), StandardCharsets.UTF_8));
    }
}
