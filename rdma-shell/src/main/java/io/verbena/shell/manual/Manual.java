package io.verbena.shell.manual;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.cli.HelpText;
import io.verbena.shell.cli.HelpText.Examples.Example;
import io.verbena.shell.manual.Manual.ManualPage.MarkdownPage;
import io.verbena.shell.manual.Manual.ManualPage.RoffPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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
        return FileErrors.access("write the manual into " + folder, () -> {
            List<Path> written = new ArrayList<>();
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : files.entrySet()) {
                written.add(Files.writeString(folder.resolve(file.getKey()), file.getValue()));
            }
            return written;
        });
    }

    /**
     * The manual page of a command.
     *
     * @param name the name of the command
     * @param aliases the other names of the command
     * @param description the paragraphs of the description
     * @param synopsis the forms of the command line
     * @param operands the positional parameters
     * @param options the options of the command, then the common options
     * @param parts the subcommands
     * @param notes the lines of the notes
     * @param exits the exit codes, each followed by its meaning
     * @param examples the examples
     * @param related the names of related commands
     */
    record ManualPage(
            String name,
            List<String> aliases,
            List<String> description,
            List<String> synopsis,
            List<Entry> operands,
            List<Entry> options,
            List<Entry> parts,
            List<String> notes,
            List<String> exits,
            List<Example> examples,
            List<String> related) {

        /**
         * An option, parameter or subcommand.
         *
         * @param label the label of its value; empty if it has none
         */
        record Entry(List<String> names, String label, String text) {}

        static ManualPage of(CommandLine command, CommandIndex index) {
            CommandSpec spec = command.getCommandSpec();
            return new ManualPage(
                    spec.name(),
                    List.of(spec.aliases()),
                    lines(spec.usageMessage().description()),
                    synopses(command),
                    spec.positionalParameters().stream()
                            .filter(operand -> !operand.hidden())
                            .map(operand -> new Entry(List.of(), operand.paramLabel(), text(operand)))
                            .toList(),
                    spec.options().stream()
                            .filter(option -> !option.hidden())
                            .map(ManualPage::option)
                            .toList(),
                    parts(command).map(ManualPage::part).toList(),
                    lines(spec.usageMessage().footer()),
                    HelpText.exits(spec),
                    Example.of(spec),
                    index.related(spec.name()));
        }

        private static Stream<CommandLine> parts(CommandLine command) {
            return command.getSubcommands().values().stream().distinct();
        }

        private static List<String> synopses(CommandLine command) {
            return Stream.concat(Stream.of(command), parts(command))
                    .map(form -> new Help(form.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF))
                            .abbreviatedSynopsis()
                            .strip())
                    .toList();
        }

        private static Entry option(OptionSpec option) {
            return new Entry(
                    List.of(option.names()), option.arity().max() == 0 ? "" : option.paramLabel(), text(option));
        }

        private static Entry part(CommandLine part) {
            String operands = part.getCommandSpec().positionalParameters().stream()
                    .map(operand -> operand.paramLabel() + " (" + text(operand).replaceFirst("\\.$", "") + ")")
                    .reduce((a, b) -> a + ", " + b)
                    .map(all -> " " + all + ".")
                    .orElse("");
            return new Entry(
                    List.of(part.getCommandName()),
                    "",
                    String.join(" ", lines(part.getCommandSpec().usageMessage().description())) + operands);
        }

        private static String text(ArgSpec argument) {
            return String.join(" ", lines(argument.description()));
        }

        /** Returns lines without the color and format markup of picocli. */
        private static List<String> lines(String[] texts) {
            return Stream.of(texts)
                    .map(text -> Ansi.OFF.string(text).replace("%%", "%").replace("%n", "\n"))
                    .toList();
        }

        static List<ManualPage> all(CommandLine root, CommandIndex index) {
            Collection<CommandLine> commands = root.getSubcommands().values();
            return commands.stream()
                    .distinct()
                    .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                    .map(command -> of(command, index))
                    .sorted((a, b) -> a.name().compareTo(b.name()))
                    .toList();
        }

        /** Renders a page as Markdown. */
        static final class MarkdownPage {
            private final StringBuilder text = new StringBuilder();

            private MarkdownPage() {}

            static String of(ManualPage page) {
                MarkdownPage markdown = new MarkdownPage();
                markdown.line("# " + page.name()).line("");
                page.description()
                        .forEach(paragraph -> markdown.line(escaped(paragraph)).line(""));
                if (!page.aliases().isEmpty()) {
                    String names =
                            page.aliases().stream().map(MarkdownPage::code).collect(Collectors.joining(", "));
                    markdown.line("Aliases: " + names + ".").line("");
                }
                markdown.block("", page.synopsis());
                markdown.entries("Operands", page.operands());
                markdown.entries("Commands", page.parts());
                markdown.entries("Options", page.options());
                if (page.notes().stream().anyMatch(note -> !note.isBlank())) {
                    markdown.line("## Notes").line("");
                    markdown.notes(page.notes());
                }
                markdown.line("## Exit status").line("");
                page.exits().forEach(exit -> markdown.line("* `" + exit.charAt(0) + "` " + escaped(exit.substring(2))));
                if (!page.examples().isEmpty()) {
                    markdown.line("").line("## Examples").line("");
                    page.examples()
                            .forEach(example -> markdown.line(escaped(example.purpose()))
                                    .line("")
                                    .block("sh", List.of("verbena " + example.line())));
                }
                if (!page.related().isEmpty()) {
                    markdown.line("## See also").line("");
                    markdown.line(page.related().stream()
                            .map(name -> "[" + name + "](" + name + ".md)")
                            .collect(Collectors.joining(", ")));
                }
                return markdown.text.toString().stripTrailing() + "\n";
            }

            static String index(List<ManualPage> pages, CommandIndex index) {
                MarkdownPage markdown = new MarkdownPage();
                markdown.line("# Command reference")
                        .line("")
                        .line("The help of all commands, one page for each. Generated by"
                                + " `./verbena man --markdown docs/commands`.");
                for (CommandGroup group : CommandGroup.values()) {
                    List<ManualPage> members = pages.stream()
                            .filter(page -> index.group(page.name()) == group)
                            .toList();
                    if (!members.isEmpty()) {
                        markdown.line("").line("## " + group.title()).line("");
                        markdown.line("| Command | Description |").line("|---|---|");
                        members.forEach(page -> markdown.line("| [" + page.name() + "](" + page.name() + ".md) | "
                                + escaped(page.description().get(0)).replace("|", "\\|") + " |"));
                    }
                }
                return markdown.text.toString();
            }

            private MarkdownPage line(String line) {
                text.append(line).append('\n');
                return this;
            }

            private void block(String language, List<String> lines) {
                line("```" + language);
                lines.forEach(this::line);
                line("```").line("");
            }

            private void entries(String title, List<Entry> entries) {
                if (entries.isEmpty()) {
                    return;
                }
                line("## " + title).line("");
                for (Entry entry : entries) {
                    String names = Stream.concat(
                                    entry.names().stream(),
                                    entry.label().isEmpty() ? Stream.empty() : Stream.of(entry.label()))
                            .map(MarkdownPage::code)
                            .collect(Collectors.joining(" "));
                    line("* " + names + ": " + escaped(entry.text()));
                }
                line("");
            }

            /** Renders the notes; indented lines are literal text. */
            private void notes(List<String> notes) {
                for (String note : notes) {
                    if (note.startsWith("  ")) {
                        line("    " + note.strip());
                    } else if (!note.isBlank()) {
                        line(escaped(note)).line("");
                    }
                }
            }

            private static String code(String text) {
                return "`" + text + "`";
            }

            private static String escaped(String text) {
                return text.replace("<", "&lt;")
                        .replace("*", "\\*")
                        .replace("[", "\\[")
                        .replace("_", "\\_");
            }
        }

        /** Renders a page for {@code man} (see man(7)). */
        static final class RoffPage {
            private final StringBuilder text = new StringBuilder();

            private RoffPage(String name, String version) {
                text.append(".TH %s 1 \"\" \"%s\" \"Verbena manual\"%n"
                        .formatted(escaped(name.toUpperCase(Locale.ROOT)), escaped(version)));
                // No hyphenation and no justification, because much of the text is literal.
                text.append(".nh\n.ad l\n");
            }

            static String fileName(String command) {
                return "verbena-" + command + ".1";
            }

            static String of(ManualPage page, String version) {
                RoffPage roff = new RoffPage("verbena-" + page.name(), version);
                String names = Stream.concat(Stream.of(page.name()), page.aliases().stream())
                        .map(name -> "verbena-" + name)
                        .collect(Collectors.joining(", "));
                roff.section("NAME")
                        .line(escaped(names) + " \\- "
                                + escaped(page.description().get(0)));
                roff.section("SYNOPSIS");
                page.synopsis().forEach(form -> roff.line(".B " + escaped(form)).line(".br"));
                roff.section("DESCRIPTION").paragraphs(page.description());
                roff.entries("OPERANDS", page.operands());
                roff.entries("COMMANDS", page.parts());
                roff.entries("OPTIONS", page.options());
                if (!page.notes().isEmpty()) {
                    roff.section("NOTES").paragraphs(page.notes());
                }
                roff.exits(page.exits());
                roff.section("EXAMPLES");
                page.examples()
                        .forEach(example ->
                                roff.item("\\fBverbena " + escaped(example.line()) + "\\fR", example.purpose()));
                roff.section("SEE ALSO")
                        .line(Stream.concat(
                                        Stream.of("verbena"),
                                        page.related().stream().map(name -> "verbena-" + name))
                                .map(name -> "\\fB" + escaped(name) + "\\fR(1)")
                                .collect(Collectors.joining(",\n")));
                return roff.text.toString();
            }

            static String ofRoot(CommandLine root, CommandIndex index, String version) {
                ManualPage page = ManualPage.of(root, index);
                List<ManualPage> commands = ManualPage.all(root, index);
                RoffPage roff = new RoffPage("verbena", version);
                roff.section("NAME").line("verbena \\- commands for InfiniBand fabrics");
                roff.section("SYNOPSIS")
                        .line(".B verbena")
                        .line("[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]]");
                roff.section("DESCRIPTION").paragraphs(page.description());
                for (CommandGroup group : CommandGroup.values()) {
                    List<Entry> members = commands.stream()
                            .filter(command -> index.group(command.name()) == group)
                            .map(command -> new Entry(
                                    List.of(command.name()),
                                    "",
                                    command.description().get(0)))
                            .toList();
                    roff.entries(group.title().toUpperCase(Locale.ROOT), members);
                }
                roff.entries("OPTIONS", page.options());
                roff.section("NOTES").paragraphs(page.notes());
                return roff.text.toString();
            }

            private RoffPage section(String title) {
                return line(".SH " + title);
            }

            private RoffPage line(String line) {
                text.append(line).append('\n');
                return this;
            }

            private void paragraphs(List<String> paragraphs) {
                for (String paragraph : paragraphs) {
                    if (paragraph.startsWith("  ")) {
                        line(".br").line(escaped(paragraph));
                    } else {
                        line(".PP").line(escaped(paragraph.strip()));
                    }
                }
            }

            private void entries(String title, List<Entry> entries) {
                if (!entries.isEmpty()) {
                    section(title);
                }
                for (Entry entry : entries) {
                    String names = entry.names().stream()
                            .map(name -> "\\fB" + escaped(name) + "\\fR")
                            .collect(Collectors.joining(", "));
                    String label = entry.label().isEmpty() ? "" : "\\fI" + escaped(entry.label()) + "\\fR";
                    item(names + (names.isEmpty() || label.isEmpty() ? "" : " ") + label, entry.text());
                }
            }

            private void exits(List<String> exits) {
                section("EXIT STATUS");
                exits.forEach(exit -> item("\\fB" + exit.charAt(0) + "\\fR", exit.substring(2)));
            }

            private void item(String head, String body) {
                line(".TP").line(head).line(escaped(body));
            }

            /** Escapes text for roff: no requests at the start of a line, and literal hyphens. */
            static String escaped(String text) {
                String plain = text.replace("\\", "\\e").replace("-", "\\-");
                return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
            }
        }
    }
}
