package io.verbena.shell.command;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.StartOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "run nightly.verbena # Runs its lines, one command each, to the first that fails.",
    "run --keep-going nightly.verbena # Runs all of them; the exit status is the highest of theirs."
})
@Exits(found = "a line found something", partial = "a line that ended so", failed = "a line that ended so")
@Command(
        name = "run",
        description =
                "Runs the commands in a file, within one console: the fabric is opened once, and what is set counts for"
                        + " the lines behind it.")
final class RunCommand extends PrintingCommand {
    @Option(
            names = {"-k", "--keep-going"},
            description = "Go on after a line that failed; otherwise the first that ends with more than 1 is the last.")
    boolean keepsGoing;

    @Parameters(paramLabel = "FILE", description = "One command a line; what follows a # does not count.")
    Path file;

    /** How the console is to be started for it. */
    StartOptions start() {
        return asStart().withScript(file, keepsGoing);
    }

    @Override
    public Integer call() throws Exception {
        return ((VerbenaCommand) root()).call();
    }
}
