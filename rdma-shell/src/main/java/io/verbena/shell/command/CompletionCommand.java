package io.verbena.shell.command;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.manual.ShellCompletion;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({
    "completion bash > ~/.local/share/bash-completion/completions/verbena # For bash, from its next start on.",
    "completion zsh > ~/.zfunc/_verbena # For zsh, where ~/.zfunc is in its fpath."
})
@Exits(failed = "the script cannot be made")
@Command(name = "completion", description = "Prints what a shell needs to complete commands, options and their values.")
final class CompletionCommand extends PrintingCommand {
    @Parameters(paramLabel = "SHELL", description = "Which: ${COMPLETION-CANDIDATES}.")
    ShellCompletion shell;

    @Override
    public Integer call() {
        String script = shell.script(VerbenaCommand.commandLine(() -> 0));
        return print(Result.of(script, text -> List.of(text.split("\n"))));
    }
}
