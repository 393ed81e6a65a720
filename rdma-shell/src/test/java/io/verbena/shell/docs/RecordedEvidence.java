package io.verbena.shell.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The successes that test runs have recorded (see {@code io.verbena.evidence}), and what they say about the rows of the
 * coverage tables.
 */
final class RecordedEvidence {
    /** The environments of tests. In {@code hollow}, a driver received the call, and nothing was transferred. */
    static final List<String> BEDS = List.of("rxe", "siw", "ibsim", "embedded", "hollow", "java");

    static final String NEVER = "never";

    /** In these, C functions do the work. */
    private static final Set<String> NATIVE = Set.of("rxe", "siw", "ibsim", "hollow");

    private final Map<String, Set<String>> lines;
    private final Set<String> calls = new HashSet<>();
    private final Set<String> operations = new HashSet<>();

    private RecordedEvidence(Map<String, Set<String>> lines) {
        this.lines = lines;
        lines.values().stream().flatMap(Set::stream).forEach(line -> {
            if (line.startsWith("call ")) {
                calls.add(line.substring("call ".length()));
            } else if (line.startsWith("knows-op ")) {
                operations.add(line.substring("knows-op ".length()));
            }
        });
    }

    /** Reads what the tests in a checkout have recorded last. */
    static RecordedEvidence read(Path checkout) throws IOException {
        Map<String, Set<String>> lines = new TreeMap<>();
        List<Path> modules = new ArrayList<>(List.of(checkout));
        try (Stream<Path> directories = Files.list(checkout)) {
            directories
                    .filter(path -> Files.isDirectory(path.resolve("target")))
                    .forEach(modules::add);
        }
        for (Path module : modules) {
            for (String reports : List.of("evidence", "uml-reports", "ibsim-reports")) {
                Path directory = module.resolve("target").resolve(reports);
                if (Files.isDirectory(directory)) {
                    collect(directory, lines);
                }
            }
        }
        return new RecordedEvidence(lines);
    }

    private static void collect(Path directory, Map<String, Set<String>> lines) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".evidence")).toList()) {
                String name = file.getFileName().toString();
                lines.computeIfAbsent(name.substring(0, name.indexOf('-')), bed -> new HashSet<>())
                        .addAll(Files.readAllLines(file));
            }
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Returns the environments whose tests have recorded something. */
    Set<String> beds() {
        return lines.keySet();
    }

    /**
     * Returns where a row succeeded. The C function decides if a test environment records it, otherwise the operation of the
     * provider, and otherwise the Java members.
     */
    List<String> of(CoverageRow row) {
        return BEDS.stream().filter(bed -> succeeded(row, bed)).toList();
    }

    private boolean succeeded(CoverageRow row, String bed) {
        Set<String> found = lines.getOrDefault(bed, Set.of());
        boolean call = calls.contains(row.symbol());
        boolean operation = operations.contains(row.symbol());
        if (NATIVE.contains(bed) && call) {
            return found.contains("call " + row.symbol());
        }
        if (operation) {
            return found.contains("op " + row.symbol());
        }
        return !(bed.equals("java") && call)
                && row.members().stream().anyMatch(member -> found.contains("member " + member));
    }

    /**
     * Returns the evidence of a row, where that of an environment whose tests have not run is as it was.
     *
     * @param adds whether the row also keeps the evidence of environments of which only some tests have run
     */
    private List<String> merged(CoverageRow row, boolean adds) {
        List<String> now = of(row);
        List<String> merged = BEDS.stream()
                .filter(bed -> now.contains(bed)
                        || ((adds || !beds().contains(bed)) && row.evidence().contains(bed)))
                .toList();
        return !row.needsEvidence() ? List.of() : merged.isEmpty() ? List.of(NEVER) : merged;
    }

    /**
     * Compares the tables with the evidence; with {@code --write}, updates them, and with {@code --add}, updates them but removes
     * nothing, for runs of some tests. Exits with 1 if a table claims more than was recorded.
     */
    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of("").toAbsolutePath();
        boolean add = List.of(arguments).contains("--add");
        boolean write = add || List.of(arguments).contains("--write");
        RecordedEvidence evidence = read(checkout);
        List<String> problems = new ArrayList<>();
        Map<OfaModule, List<CoverageRow>> tables = new EnumMap<>(OfaModule.class);
        for (OfaModule module : OfaModule.values()) {
            List<CoverageRow> rows = new ArrayList<>();
            for (CoverageRow row : CoverageRow.of(module)) {
                CoverageRow merged = row.withEvidence(evidence.merged(row, add));
                rows.add(merged);
                if (!merged.evidence().containsAll(row.evidence())
                        && !row.evidence().contains(NEVER)) {
                    problems.add("%s %s: the table says '%s', the tests recorded '%s'"
                            .formatted(
                                    module.title(),
                                    row.symbol(),
                                    String.join(" ", row.evidence()),
                                    String.join(" ", merged.evidence())));
                }
            }
            tables.put(module, rows);
            long more = CoverageRow.of(module).stream()
                    .filter(row -> !row.evidence().containsAll(evidence.of(row)))
                    .count();
            if (more > 0) {
                System.out.println(module.title() + ": " + more
                        + " rows have more evidence than the table says; run with --write");
            }
            if (write) {
                Files.write(checkout.resolve("docs/coverage/" + module.title() + ".csv"), CoverageRow.lines(rows));
            }
        }
        if (write) {
            Files.writeString(
                    checkout.resolve("docs/coverage.md"), new CoverageDocument(tables, CoverageTest.compared()).text());
            problems.clear();
        }
        Set<String> claimed = tables.values().stream()
                .flatMap(List::stream)
                .flatMap(row -> row.evidence().stream())
                .collect(Collectors.toSet());
        BEDS.stream()
                .filter(bed -> claimed.contains(bed) && !evidence.beds().contains(bed))
                .forEach(bed -> problems.add("no test has recorded evidence in the environment '" + bed + "'"));
        problems.forEach(System.out::println);
        Map<String, Integer> counts = new TreeMap<>();
        tables.values().stream()
                .flatMap(List::stream)
                .flatMap(row -> row.evidence().stream())
                .forEach(bed -> counts.merge(bed, 1, Integer::sum));
        System.out.println("coverage: functions that succeeded, by environment: " + counts);
        System.exit(problems.isEmpty() ? 0 : 1);
    }
}
