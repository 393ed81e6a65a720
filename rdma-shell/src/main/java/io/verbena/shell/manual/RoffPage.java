package io.verbena.shell.manual;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.manual.ManualPage.Entry;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Renders a page for {@code man} (see man(7)). */
final class RoffPage {
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
                .line(escaped(names) + " \\- " + escaped(page.description().get(0)));
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
                .forEach(example -> roff.item("\\fBverbena " + escaped(example.line()) + "\\fR", example.purpose()));
        roff.section("SEE ALSO")
                .line(Stream.concat(
                                Stream.of("verbena"), page.related().stream().map(name -> "verbena-" + name))
                        .map(name -> "\\fB" + escaped(name) + "\\fR(1)")
                        .collect(Collectors.joining(",\n")));
        return roff.text.toString();
    }

    static String ofRoot(CommandLine root, CommandIndex index, String version) {
        ManualPage page = ManualPage.of(root, index);
        List<ManualPage> commands = ManualPage.all(root, index);
        RoffPage roff = new RoffPage("verbena", version);
        roff.section("NAME").line("verbena \\- commands for InfiniBand fabrics");
        roff.section("SYNOPSIS").line(".B verbena").line("[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]]");
        roff.section("DESCRIPTION").paragraphs(page.description());
        for (CommandGroup group : CommandGroup.values()) {
            List<Entry> members = commands.stream()
                    .filter(command -> index.group(command.name()) == group)
                    .map(command -> new Entry(
                            List.of(command.name()), "", command.description().get(0)))
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
