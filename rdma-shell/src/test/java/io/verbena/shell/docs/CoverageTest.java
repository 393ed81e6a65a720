package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.shell.command.VerbenaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/coverage.md says of the packages of OFA, and of Verbena. */
class CoverageTest {
    private static final Pattern SECTION = Pattern.compile("^## (\\S+)$", Pattern.MULTILINE);

    @ParameterizedTest
    @EnumSource
    void allJavaMembersAndCommandsExist(OfaModule module) throws IOException {
        JavaMembers members = new JavaMembers();
        Set<String> commands =
                VerbenaCommand.commandLine(() -> 0).getSubcommands().keySet();
        List<String> named = CoverageRow.of(module).stream()
                .flatMap(row -> row.members().stream())
                .toList();

        assertThat(named.stream()
                        .filter(CoverageRow::isJava)
                        .map(members::problem)
                        .flatMap(Optional::stream))
                .isEmpty();
        assertThat(commands)
                .containsAll(named.stream()
                        .filter(member -> !CoverageRow.isJava(member))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void everyJavaMemberIsAMethodWithTheTypesOfItsParameters(OfaModule module) {
        assertThat(CoverageRow.of(module).stream()
                        .flatMap(row -> row.members().stream())
                        .filter(CoverageRow::isJava))
                .allSatisfy(member -> assertThat(member).matches("io\\.verbena\\.[\\w.$]+#\\w+\\([\\w;\\[\\]]*\\)"));
    }

    @Test
    void aMethodWithOtherParametersDoesNotExist() throws IOException {
        JavaMembers members = new JavaMembers();

        assertThat(members.problem("io.verbena.subnet.Subnet#node(Guid)")).isEmpty();
        assertThat(members.problem("io.verbena.subnet.Subnet#node(Lid)")).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyRowWithAJavaMemberHasEvidenceOrSaysNever(OfaModule module) {
        assertThat(CoverageRow.of(module)).allSatisfy(row -> {
            if (row.needsEvidence()) {
                assertThat(row.evidence()).as(row.symbol()).isNotEmpty();
            }
            assertThat(row.evidence().equals(List.of(RecordedEvidence.NEVER))
                            || RecordedEvidence.BEDS.containsAll(row.evidence()))
                    .as("%s succeeded in known environments: %s", row.symbol(), row.evidence())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyGapHasAReason(OfaModule module) {
        List<CoverageRow> rows = CoverageRow.of(module);

        assertThat(rows).extracting(CoverageRow::symbol).doesNotHaveDuplicates().isSorted();
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.isWhole() || row.reason().isPresent())
                        .as("%s has something, or a reason", row.symbol())
                        .isTrue());
        assertThat(rows.stream().filter(row -> row.reason().equals(Optional.of(Reason.PARTLY))))
                .allSatisfy(row -> {
                    assertThat(row.members()).as(row.symbol()).isNotEmpty();
                    assertThat(row.note()).as(row.symbol()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"LIBIBMAD", "LIBIBUMAD", "LIBIBVERBS", "EFADV", "LIBIBNETDISC", "LIBRDMACM"})
    void everyFunctionOfTheLibraryHasARow(OfaModule module) throws Exception {
        Path library = library(module);
        int release = Installed.release(library);
        assumeTrue(release <= CoverageRow.RELEASE, "the tables know no functions later than " + CoverageRow.RELEASE);
        Set<String> symbols = Installed.symbols(library);
        assumeTrue(!symbols.isEmpty(), "nm is not installed");

        assertThat(symbols(CoverageRow.of(module)))
                .containsAll(symbols)
                .containsAll(Installed.inlines(module.headers()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"LIBIBMAD", "LIBIBUMAD", "LIBIBVERBS", "EFADV", "LIBIBNETDISC", "LIBRDMACM"})
    void everyRowNamesAnExistingFunction(OfaModule module) throws Exception {
        Path library = library(module);
        int release = Installed.release(library);
        assumeTrue(release >= CoverageRow.RELEASE, "the tables know functions of " + CoverageRow.RELEASE);
        assumeTrue(Installed.hasHeaders(module.headers()), "not all of " + module.headers() + " is installed");
        Set<String> known = Installed.symbols(library);
        assumeTrue(!known.isEmpty(), "nm is not installed");
        known.addAll(Installed.inlines(module.headers()));

        assertThat(known)
                .containsAll(symbols(CoverageRow.of(module).stream()
                        .filter(row -> row.since() <= release)
                        .toList()));
    }

    private static Path library(OfaModule module) {
        Optional<Path> library = Installed.library(module.library());
        assumeTrue(library.isPresent(), module.library() + " is not installed");
        return library.orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"INFINIBAND_DIAGS", "IBUTILS", "PERFTEST", "IBVERBS_UTILS", "RDMACM_UTILS"})
    void everyInstalledProgramHasARow(OfaModule module) throws Exception {
        Set<String> programs = Installed.programs(module.title());
        assumeTrue(!programs.isEmpty(), module.title() + " is not installed");

        assertThat(symbols(CoverageRow.of(module))).containsAll(programs);
    }

    @Test
    void everyComparedProgramIsInATable() {
        assertThat(Stream.of(OfaModule.values()).flatMap(module -> symbols(CoverageRow.of(module)).stream()))
                .containsAll(compared());
    }

    @Test
    void documentMatchesTheTables() throws IOException {
        Map<OfaModule, List<CoverageRow>> tables = new EnumMap<>(OfaModule.class);
        for (OfaModule module : OfaModule.values()) {
            tables.put(module, CoverageRow.of(module));
        }
        String text = new CoverageDocument(tables, compared()).text();
        Path written = Path.of(System.getProperty("basedir", ""), "target", "coverage.md");
        Files.writeString(written, text);

        assertThat(Documents.path("coverage.md"))
                .as("what the tables say is in %s; copy it", written)
                .hasContent(text);
    }

    static Set<String> compared() {
        return SECTION.matcher(Documents.text("parity.md"))
                .results()
                .map(section -> section.group(1))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> symbols(List<CoverageRow> rows) {
        return rows.stream().map(CoverageRow::symbol).collect(Collectors.toSet());
    }
}
