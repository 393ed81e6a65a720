package io.verbena.shell.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands have in common, those without a fabric too: common options, and the printing of what they found. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
abstract class PrintingCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @ParentCommand
    VerbenaCommand parent;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** The options that count: the command's own, those given before its name, and those of the console. */
    final CommonOptions options() {
        return common.over(parent.common).over(parent.start.common);
    }

    /** Prints a result, and what could not be learned; the exit status that it makes. */
    final int print(Result result) {
        return print(result, options());
    }

    /** Prints a result as these options say. */
    final int print(Result result, CommonOptions options) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        result.print(options.asJson(), out);
        result.failures().forEach(failure -> ErrorReport.print(failure, options, err));
        return result.exitCode().code();
    }
}
