package io.verbena.shell;

import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.Console;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Runs one command without Spring, or opens the console if no command is given. */
public final class Main {
    private Main() {}

    /** Runs the command and exits with its exit code. */
    public static void main(String[] arguments) {
        PrintWriter out = writer(FileDescriptor.out);
        if (HelpPages.print(arguments, out)) {
            return;
        }
        int code = VerbenaCommand.run(
                () -> Console.run(VerbenaConsole.class, arguments), out, writer(FileDescriptor.err), arguments);
        Interrupts.exit(code);
    }

    /** Returns a writer that encodes UTF-8 regardless of the locale, because node names are UTF-8. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)));
    }
}
