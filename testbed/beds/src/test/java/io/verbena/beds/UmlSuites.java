package io.verbena.beds;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/** The suites of {@code testbed/uml/suites} on one kind of device, in a kernel that has it. */
final class UmlSuites {
    private UmlSuites() {}

    /** Returns a container for each module: the classes of a module share a JVM, and two modules run at a time. */
    static Stream<DynamicNode> on(String kind) {
        Checkout.assumeNotExcluded("uml");
        Map<String, List<String[]>> groups = Checkout.list("testbed/uml/suites").stream()
                .filter(columns -> columns[0].equals(kind))
                .collect(Collectors.groupingBy(columns -> columns[1], LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream().map(group -> run(kind, group.getKey(), group.getValue()));
    }

    private static DynamicNode run(String kind, String module, List<String[]> selected) {
        Path reports = Checkout.ROOT
                .resolve("target/uml-reports")
                .resolve(kind + "-" + Path.of(module).getFileName());
        return new SuiteRun(
                        selected.size() + " classes of " + module + " on " + kind,
                        kind,
                        module,
                        selected.stream()
                                .map(columns -> "--select-class=" + columns[2])
                                .toList(),
                        reports,
                        List.of(
                                "testbed/uml/run",
                                "--limit",
                                String.valueOf(BoundedProcess.LIMIT),
                                "--writable",
                                reports.toString()),
                        List.of("-Xmx512m"))
                .asContainer();
    }
}
