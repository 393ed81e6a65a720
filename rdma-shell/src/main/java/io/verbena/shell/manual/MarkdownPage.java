package io.verbena.shell.manual;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommandIndex;
import io.verbena.shell.manual.ManualPage.Entry;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page in Markdown. */
final class MarkdownPage {
    private final StringBuilder text = new StringBuilder();

    private MarkdownPage() {}

    static String of(ManualPage page) {
        MarkdownPage markdown = new MarkdownPage();
        markdown.line("# " + page.name()).line("");
        page.description()
                .forEach(paragraph -> markdown.line(escaped(paragraph)).line(""));
        if (!page.aliases().isEmpty()) {
            String names = page.aliases().stream().map(MarkdownPage::code).collect(Collectors.joining(", "));
            markdown.line("Also called " + names + ".").line("");
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

    /** All pages, by group. */
    static String index(List<ManualPage> pages, CommandIndex index) {
        MarkdownPage markdown = new MarkdownPage();
        markdown.line("# The commands")
                .line("")
                .line("What `./verbena COMMAND --help` says, one page for each. Written by"
                        + " `./verbena man --markdown docs/commands`.");
        for (CommandGroup group : CommandGroup.values()) {
            List<ManualPage> members = pages.stream()
                    .filter(page -> index.group(page.name()) == group)
                    .toList();
            if (!members.isEmpty()) {
                markdown.line("").line("## " + group.title()).line("");
                markdown.line("| command | |").line("|---|---|");
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
                            entry.names().stream(), entry.label().isEmpty() ? Stream.empty() : Stream.of(entry.label()))
                    .map(MarkdownPage::code)
                    .collect(Collectors.joining(" "));
            line("* " + names + ": " + escaped(entry.text()));
        }
        line("");
    }

    /** Lines that are set off are to be typed. */
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
        return text.replace("<", "&lt;").replace("*", "\\*").replace("[", "\\[").replace("_", "\\_");
    }
}
