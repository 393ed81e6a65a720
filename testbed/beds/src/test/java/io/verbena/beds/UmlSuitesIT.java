package io.verbena.beds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suites of {@code testbed/uml/suites}, each in a kernel of its own; three at a time. */
class UmlSuitesIT {
    private static final int MODULE = 1;
    private static final int TEST_CLASS = 2;

    /** The column of the directory whose library is preloaded. */
    private static final int LIBRARY = 3;

    /** The number of classes that run in one kernel, and so within the time limit of a suite. */
    private static final int MAX_CLASSES = 6;

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> suitesInKernels() {
        return Stream.of("rxe", "siw").flatMap(UmlSuitesIT::on);
    }

    /** Returns containers for each module and for each library that is preloaded, whose classes share a JVM. */
    private static Stream<DynamicNode> on(String kind) {
        Checkout.assumeNotExcluded("uml");
        Map<String, List<String[]>> groups = Checkout.list("testbed/uml/suites").stream()
                .filter(columns -> columns[0].equals(kind))
                .collect(Collectors.groupingBy(
                        columns -> columns[hasLibrary(columns) ? LIBRARY : MODULE],
                        LinkedHashMap::new,
                        Collectors.toList()));
        Path reports = Checkout.ROOT.resolve("target/uml-reports").resolve(kind);
        SuiteRun.clear(reports);
        return groups.entrySet().stream().flatMap(group -> parts(kind, group.getKey(), group.getValue(), reports));
    }

    private static boolean hasLibrary(String... columns) {
        return columns.length > LIBRARY;
    }

    private static Stream<DynamicNode> parts(String kind, String group, List<String[]> classes, Path reports) {
        int count = (classes.size() + MAX_CLASSES - 1) / MAX_CLASSES;
        return IntStream.range(0, count).mapToObj(part -> {
            List<String[]> selected =
                    classes.subList(part * classes.size() / count, (part + 1) * classes.size() / count);
            return run(kind, group, selected, reports.resolve(Path.of(group).getFileName() + "-" + (part + 1)));
        });
    }

    private static DynamicNode run(String kind, String group, List<String[]> selected, Path reports) {
        List<String> bed = new ArrayList<>(List.of(
                "testbed/uml/run", "--limit", String.valueOf(BoundedProcess.LIMIT), "--writable", reports.toString()));
        if (hasLibrary(selected.get(0))) {
            bed.addAll(List.of("--preload", group));
        }
        return new SuiteRun(
                        selected.size() + " classes of " + group + " on " + kind,
                        kind,
                        selected.get(0)[MODULE],
                        selected.stream()
                                .map(columns -> "--select-class=" + columns[TEST_CLASS])
                                .toList(),
                        reports,
                        bed,
                        List.of("-Xmx512m", "-Dbasedir=" + Checkout.ROOT.resolve(selected.get(0)[MODULE])))
                .asContainer();
    }
}
