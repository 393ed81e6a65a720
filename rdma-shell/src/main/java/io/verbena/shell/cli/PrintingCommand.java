package io.verbena.shell.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands have in common, those without a fabric too: common options, and the printing of what they found. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class PrintingCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @ParentCommand
    RootCommand parent;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** The options that count: the command's own, those given before its name, and those of the console. */
    public final CommonOptions options() {
        return common.over(parent.common).over(parent.start.common);
    }

    /** This command as it was typed, for errors of usage. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** What stands before the name of this command. */
    protected final RootCommand root() {
        return parent;
    }

    /** What was said before and behind the name of this command, as that which a console is started with. */
    protected final StartOptions asStart() {
        return new StartOptions(common.over(parent.common), parent.endPort);
    }

    /** Who has a fabric open already; null where each command opens its own. */
    protected final @Nullable FabricHost host() {
        return parent.host;
    }

    /** What may be read; null where it belongs to the console. */
    protected final @Nullable InputStream input() {
        return parent.input;
    }

    /** Prints a result, and what could not be learned; the exit status that it makes. */
    protected final int print(Result result) {
        return print(result, options());
    }

    /** Prints a result as these options say. */
    protected final int print(Result result, CommonOptions options) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        result.print(options.format(), options.showsKeys(), out);
        result.failures().forEach(failure -> ErrorReport.print(failure, options, err));
        return result.exitCode().code();
    }
}
