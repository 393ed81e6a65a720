package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/migration.md and the guides below it name is there; their code is compiled with that of the other guides. */
class MigrationDocumentTest {
    private static final List<String> DOCUMENTS =
            List.of("migration.md", "migration/jucx.md", "migration/neutrino.md", "migration/infiniband-diags.md");
    private static final Pattern MEMBER = Pattern.compile("[A-Z]\\w+(\\.\\w+)?(#\\w+)?");
    private static final Pattern COMMAND = Pattern.compile("(?:\\./)?verbena ([a-z]\\w+).*");

    /** A name with a mark is Java's; one without is, where it looks like a class and stands in the column of Verbena. */
    @Test
    void allJavaMembersExist() throws IOException {
        JavaMembers members = new JavaMembers();
        List<String> named = DOCUMENTS.stream()
                .flatMap(document -> Documents.spans(document).stream())
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
        List<String> named = DOCUMENTS.stream()
                .flatMap(document -> Documents.spans(document).stream())
                .map(COMMAND::matcher)
                .filter(found -> found.matches())
                .map(found -> found.group(1))
                .toList();

        assertThat(named).isNotEmpty();
        assertThat(commands).containsAll(named);
    }
}
