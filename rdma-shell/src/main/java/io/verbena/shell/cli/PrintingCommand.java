package io.verbena.shell.cli;

import io.verbena.shell.cli.CommandModel.PlainCommandLine;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Base class of all commands: holds the common options and prints results. */
@Command(mixinStandardHelpOptions = true, versionProvider = PrintingCommand.Version.class, sortOptions = false)
public abstract class PrintingCommand implements Callable<Integer> {
    /** The command as it was typed; null in a {@linkplain PlainCommandLine plain command line}. */
    @Spec
    @Nullable CommandSpec spec;

    /** The writers of a plain command line; otherwise null. */
    @Nullable PrintWriter out;

    @Nullable PrintWriter err;

    @ParentCommand
    RootCommand parent;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** Returns the effective options: those of the command, those before its name, and those of the console. */
    public final CommonOptions options() {
        return common.over(parent.common).over(parent.start.common);
    }

    /** Returns the command as it was typed, for usage errors. */
    protected final CommandSpec spec() {
        if (spec == null) {
            CommandLine root = new CommandLine(parent).addSubcommand(new CommandLine(this));
            root.setOut(out()).setErr(err());
        }
        return Objects.requireNonNull(spec);
    }

    /** Returns the writer for results. */
    protected final PrintWriter out() {
        return out == null ? spec().commandLine().getOut() : out;
    }

    /** Returns the writer for errors, messages and progress. */
    protected final PrintWriter err() {
        return err == null ? spec().commandLine().getErr() : err;
    }

    /** Prints a line of the text format without buffering, so that the user sees it before the command ends. */
    protected final void say(String line) {
        if (options().format() == CommonOptions.Format.text) {
            out().println(line);
            out().flush();
        }
    }

    /** Returns the root command. */
    protected final RootCommand root() {
        return parent;
    }

    /** Returns the options before and after the name of this command in the form that starts a console. */
    protected final StartOptions asStart() {
        return new StartOptions(common.over(parent.common), parent.endPort);
    }

    /** Returns the host of an open fabric; null if each command opens its own. */
    protected final @Nullable FabricHost host() {
        return parent.host;
    }

    /** Returns standard input; null if it belongs to the console. */
    protected final @Nullable InputStream input() {
        return parent.input;
    }

    /**
     * Makes Ctrl-C interrupt this command instead of ending the program, for commands that print a summary at their
     * end.
     */
    protected final void endsByInterrupt() {
        if (parent.host == null) {
            Interrupts.endCommand();
        }
    }

    /** Prints a result and its failures, and returns the exit status. */
    protected final int print(Result result) {
        return print(result, options());
    }

    /** Prints a result with the given options, and returns the exit status. */
    protected final int print(Result result, CommonOptions options) {
        result.print(options.format(), options.showsKeys(), out());
        result.failures().forEach(failure -> ErrorPrinter.print(failure, options, err()));
        return result.exitCode().code();
    }

    /** Provides the version that the build wrote into the JAR. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Version.class.getPackage().getImplementationVersion();
            return new String[] {"verbena " + (version == null ? "(not packaged)" : version)};
        }
    }
}
