package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/migration.md names is there; its code is compiled with that of the guide. */
class MigrationDocumentTest {
    private static final String DOCUMENT = "migration.md";
    private static final Pattern MEMBER = Pattern.compile("[A-Z]\\w+(\\.\\w+)?(#\\w+)?");
    private static final Pattern COMMAND = Pattern.compile("(?:\\./)?verbena ([a-z]\\w+).*");

    /** A name with a mark is Java's; one without is, where it looks like a class and stands in the column of Verbena. */
    @Test
    void allJavaMembersExist() throws IOException {
        JavaMembers members = new JavaMembers();
        List<String> named = Documents.spans(DOCUMENT).stream()
                .filter(span -> span.contains("#") && MEMBER.matcher(span).matches())
                .toList();

        assertThat(named).hasSizeGreaterThan(50);
        assertThat(named.stream().map(members::problem).flatMap(Optional::stream))
                .isEmpty();
    }

    @Test
    void allCommandsExist() throws IOException {
        Set<String> commands =
                VerbenaCommand.commandLine(() -> 0).getSubcommands().keySet();
        List<String> named = Documents.spans(DOCUMENT).stream()
                .map(COMMAND::matcher)
                .filter(found -> found.matches())
                .map(found -> found.group(1))
                .toList();

        assertThat(named).isNotEmpty();
        assertThat(commands).containsAll(named);
    }
}
