package io.verbena.shell.manual;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.manual.ManualPage.MarkdownPage;
import io.verbena.shell.manual.ManualPage.RoffPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** Generates the manual of all commands as files. */
public final class Manual {
    private final CommandLine root;
    private final CommandIndex index;

    /**
     * Creates the manual of a root command.
     *
     * @param root the root with all commands
     * @param index the groups of the commands
     */
    public Manual(CommandLine root, CommandIndex index) {
        this.root = root;
        this.index = index;
    }

    /** Returns the pages for {@code man} by file name; the page of an alias refers to the page of its command. */
    public Map<String, String> roff(String version) {
        Map<String, String> files = new TreeMap<>();
        files.put("verbena.1", RoffPage.ofRoot(root, index, version));
        for (ManualPage page : ManualPage.all(root, index)) {
            String name = RoffPage.fileName(page.name());
            files.put(name, RoffPage.of(page, version));
            page.aliases().forEach(alias -> files.put(RoffPage.fileName(alias), ".so man1/" + name + "\n"));
        }
        return files;
    }

    /** Returns the Markdown pages by file name, and a {@code README.md} that lists them by group. */
    public Map<String, String> markdown() {
        Map<String, String> files = new TreeMap<>();
        List<ManualPage> pages = ManualPage.all(root, index);
        files.put("README.md", MarkdownPage.index(pages, index));
        pages.forEach(page -> files.put(page.name() + ".md", MarkdownPage.of(page)));
        return files;
    }

    /**
     * Writes files to a folder, which is created if it does not exist.
     *
     * @return the files that were written
     * @throws RdmaException if a file cannot be written
     */
    public static List<Path> write(Map<String, String> files, Path folder) {
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : files.entrySet()) {
                written.add(Files.writeString(folder.resolve(file.getKey()), file.getValue()));
            }
        } catch (IOException e) {
            throw new RdmaException("cannot write the manual into " + folder + ": " + FileErrors.reason(e), e);
        }
        return written;
    }
}
