package io.verbena.beds;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/** The suites of {@code testbed/uml/suites} on one kind of device, in a kernel that has it. */
final class UmlSuites {
    private UmlSuites() {}

    /**
     * Returns a container for the modules of the product, whose classes share a JVM, and one for each sample: a sample is
     * configured by what is on its class path.
     */
    static Stream<DynamicNode> on(String kind) {
        Checkout.assumeNotExcluded("uml");
        List<String[]> suites = Checkout.list("testbed/uml/suites").stream()
                .filter(columns -> columns[0].equals(kind))
                .toList();
        Stream<String> samples = suites.stream()
                .map(columns -> columns[1])
                .filter(module -> module.startsWith("samples/"))
                .distinct();
        return Stream.concat(Stream.of("rdma-"), samples).map(modules -> run(kind, modules, suites));
    }

    private static DynamicNode run(String kind, String modules, List<String[]> suites) {
        List<String[]> selected = suites.stream()
                .filter(columns -> columns[1].startsWith(modules))
                .toList();
        boolean sample = modules.startsWith("samples/");
        Path reports = Checkout.ROOT
                .resolve("target/uml-reports")
                .resolve(sample ? kind + "-" + modules.substring("samples/".length()) : kind);
        return new SuiteRun(
                        selected.size() + " classes of " + (sample ? modules : "rdma-*") + " on " + kind,
                        kind,
                        selected.stream().map(columns -> columns[1]).distinct().toList(),
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
