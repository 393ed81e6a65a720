package io.verbena.shell.command;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.StartOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "run nightly.verbena # Run the commands of a file until one fails.",
    "run --keep-going nightly.verbena # Run all commands; the exit status is the highest of theirs."
})
@Exits(found = "a command ended with 1", partial = "a command ended with 3", failed = "a command ended with 4")
@Command(
        name = "run",
        description =
                "Runs the commands in a file within one console: the fabric is opened once, and settings apply to the"
                        + " lines that follow.")
final class RunCommand extends PrintingCommand {
    @Option(
            names = {"-k", "--keep-going"},
            description = "Continue after a command that failed (default: stop at the first exit status above 1).")
    boolean keepsGoing;

    @Parameters(paramLabel = "FILE", description = "File with one command per line; # starts a comment.")
    Path file;

    StartOptions start() {
        return asStart().withScript(file, keepsGoing);
    }

    @Override
    public Integer call() throws Exception {
        return ((VerbenaCommand) root()).call();
    }
}
