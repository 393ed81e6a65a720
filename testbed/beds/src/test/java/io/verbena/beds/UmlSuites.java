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
    private static final String PRODUCT = "rdma-*";

    /** The column of the directory whose library is preloaded. */
    private static final int LIBRARY = 3;

    private UmlSuites() {}

    /**
     * Returns a container for the modules of the product, whose classes share a JVM, one for {@code rdma-netty}, whose classes take
     * minutes, one for each library that is preloaded, and one for each sample: a sample is configured by what is on its class path.
     */
    static Stream<DynamicNode> on(String kind) {
        Checkout.assumeNotExcluded("uml");
        Map<String, List<String[]>> groups = Checkout.list("testbed/uml/suites").stream()
                .filter(columns -> columns[0].equals(kind))
                .collect(Collectors.groupingBy(columns -> group(columns), LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream().map(group -> run(kind, group.getKey(), group.getValue()));
    }

    private static String group(String... columns) {
        if (columns.length > LIBRARY) {
            return columns[LIBRARY];
        }
        String module = columns[1];
        return module.startsWith("samples/") || module.equals("rdma-netty") ? module : PRODUCT;
    }

    private static DynamicNode run(String kind, String group, List<String[]> selected) {
        Path reports = Checkout.ROOT
                .resolve("target/uml-reports")
                .resolve(
                        group.equals(PRODUCT)
                                ? kind
                                : kind + "-" + Path.of(group).getFileName());
        List<String> bed = new ArrayList<>(List.of(
                "testbed/uml/run", "--limit", String.valueOf(BoundedProcess.LIMIT), "--writable", reports.toString()));
        if (selected.get(0).length > LIBRARY) {
            bed.addAll(List.of("--preload", group));
        }
        return new SuiteRun(
                        selected.size() + " classes of " + group + " on " + kind,
                        kind,
                        selected.stream().map(columns -> columns[1]).distinct().toList(),
                        selected.stream()
                                .map(columns -> "--select-class=" + columns[2])
                                .toList(),
                        reports,
                        bed,
                        List.of("-Xmx512m"))
                .asContainer();
    }
}
