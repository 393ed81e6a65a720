package io.verbena.beds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/** The suites of {@code testbed/uml/suites} on one kind of device, in a kernel that has it. */
final class UmlSuites {
    private static final int MODULE = 1;
    private static final int TEST_CLASS = 2;

    /** The column of the directory whose library is preloaded. */
    private static final int LIBRARY = 3;

    private UmlSuites() {}

    /**
     * Returns a container for each module and for each library that is preloaded: its classes share a JVM. One container of each
     * kind runs at a time, because kernels that share a processor take several times as long.
     */
    static Stream<DynamicNode> on(String kind) {
        Checkout.assumeNotExcluded("uml");
        Map<String, List<String[]>> groups = Checkout.list("testbed/uml/suites").stream()
                .filter(columns -> columns[0].equals(kind))
                .collect(Collectors.groupingBy(
                        columns -> columns[hasLibrary(columns) ? LIBRARY : MODULE],
                        LinkedHashMap::new,
                        Collectors.toList()));
        return groups.entrySet().stream().map(group -> run(kind, group.getKey(), group.getValue()));
    }

    private static boolean hasLibrary(String... columns) {
        return columns.length > LIBRARY;
    }

    private static DynamicNode run(String kind, String group, List<String[]> selected) {
        Path reports = Checkout.ROOT
                .resolve("target/uml-reports")
                .resolve(kind + "-" + Path.of(group).getFileName());
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
                        List.of("-Xmx512m"))
                .asContainer();
    }
}
