package io.verbena.shell;

import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.command.VerbenaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The help of each command as text, which the build writes into the JAR. A command line that only asks for help is answered from
 * it, because creating the models of all commands takes longer than everything else.
 */
final class HelpPages {
    private static final String FOLDER = "help/";
    private static final String ROOT = "verbena";
    private static final char ESCAPE = '\u001B';

    private HelpPages() {}

    /** Prints the help or the version if the command line asks for nothing else. */
    static boolean print(String[] arguments, PrintWriter out) {
        String last = arguments.length == 0 ? "" : arguments[arguments.length - 1];
        if (arguments.length == 1 && (last.equals("--version") || last.equals("-V"))) {
            out.println(new PrintingCommand.Version().getVersion()[0]);
            out.flush();
            return true;
        }
        if (arguments.length > 2 || !(last.equals("--help") || last.equals("-h"))) {
            return false;
        }
        String page = page(arguments.length == 1 ? ROOT : arguments[0]);
        if (page == null) {
            return false;
        }
        out.print(Ansi.AUTO.enabled() ? page : withoutStyles(page));
        out.flush();
        return true;
    }

    private static @Nullable String page(String name) {
        if (name.indexOf('/') >= 0) {
            return null;
        }
        try (InputStream page = HelpPages.class.getResourceAsStream(FOLDER + name)) {
            return page == null ? null : new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null;
        }
    }

    /** Removes escape sequences; they start with {@code ESC [} and end with {@code m}. */
    private static String withoutStyles(String page) {
        StringBuilder text = new StringBuilder(page.length());
        int from = 0;
        for (int at = page.indexOf(ESCAPE); at >= 0; at = page.indexOf(ESCAPE, from)) {
            text.append(page, from, at);
            from = page.indexOf('m', at) + 1;
        }
        return text.append(page, from, page.length()).toString();
    }

    /** Writes the pages and the models of commands below the folder of the classes. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0])
                .resolve(HelpPages.class.getPackageName().replace('.', '/'))
                .resolve(FOLDER);
        Files.createDirectories(folder);
        CommandLine root = VerbenaCommand.commandLine(() -> 0);
        write(folder.resolve(ROOT), root);
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            write(folder.resolve(command.getKey()), command.getValue());
        }
        VerbenaCommand.writeModels(Path.of(arguments[0]));
    }

    private static void write(Path file, CommandLine command) throws IOException {
        StringWriter text = new StringWriter();
        command.usage(new PrintWriter(text), Ansi.ON);
        Files.writeString(file, text.toString());
    }
}
