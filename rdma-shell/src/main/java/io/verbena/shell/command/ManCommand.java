package io.verbena.shell.command;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result;
import io.verbena.shell.manual.Manual;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "man ~/.local/share/man/man1 # Install the manual pages for this user.",
    "man --markdown commands # Write Markdown pages and an index."
})
@Exits(failed = "a page cannot be written")
@Command(name = "man", description = "Writes the manual of all commands as man pages or Markdown.")
final class ManCommand extends PrintingCommand {
    @Option(names = "--markdown", description = "Write Markdown, and a README.md that lists the commands by group.")
    boolean markdown;

    @Parameters(paramLabel = "FOLDER", description = "Folder for the pages; created if it does not exist.")
    Path folder;

    @Override
    public Integer call() {
        CommandLine root = VerbenaCommand.commandLine(() -> 0);
        Manual manual = new Manual(root, Commands.index());
        Map<String, String> files = markdown ? manual.markdown() : manual.roff(new Version().getVersion()[0]);
        List<String> written =
                Manual.write(files, folder).stream().map(Path::toString).toList();
        return print(Result.of(written, paths -> List.of(paths.size() + " pages in " + folder)));
    }
}
