package io.verbena.shell.command;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.manual.ShellCompletion;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({
    "completion bash > ~/.local/share/bash-completion/completions/verbena # Install completion for new bash sessions.",
    "completion zsh > ~/.zfunc/_verbena # Install completion for zsh; ~/.zfunc must be in fpath.",
    "completion fish > ~/.config/fish/completions/verbena.fish # Install completion for fish."
})
@Exits(failed = "the script cannot be generated")
@Command(
        name = "completion",
        description = "Prints a script that lets a shell complete commands, options and their values.")
final class CompletionCommand extends PrintingCommand {
    @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
    ShellCompletion shell;

    @Override
    public Integer call() {
        String script = shell.script(VerbenaCommand.commandLine(() -> 0));
        return print(Result.of(script, text -> List.of(text.split("\n"))));
    }
}
