package io.verbena.beds;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suites of {@code testbed/suites}, each on a simulated fabric of its own; three at a time. */
class IbsimSuitesIT {
    /** Precedes the name of an embedded fabric, which is served to the suite instead of a fabric of ibsim. */
    private static final String EMBEDDED = "embedded:";

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> suitesOnSimulatedFabrics() {
        Checkout.assumeNotExcluded("ibsim");
        // The parity suites append what they find, and checks/parity compares it with docs/parity.md.
        File[] findings =
                Checkout.ROOT.resolve("rdma-shell/target/parity").toFile().listFiles();
        Stream.of(findings == null ? new File[0] : findings).forEach(File::delete);
        return Checkout.list("testbed/suites").stream().map(IbsimSuitesIT::suite);
    }

    private static DynamicNode suite(String[] columns) {
        String module = columns[0];
        boolean wholePackage = columns[1].endsWith(".*");
        String tests = wholePackage ? columns[1].substring(0, columns[1].length() - 2) : columns[1];
        List<String> bed = new ArrayList<>();
        if (columns[2].startsWith(EMBEDDED)) {
            bed.addAll(List.of("testbed/fabric-run", "--serve", columns[2].substring(EMBEDDED.length())));
            bed.addAll(Arrays.asList(columns).subList(5, columns.length));
            bed.add(columns[4]);
        } else {
            bed.add("testbed/ibsim/fabric");
            bed.addAll(Arrays.asList(columns).subList(5, columns.length));
            bed.addAll(Arrays.asList(columns).subList(2, 5));
        }
        return new SuiteRun(
                        module + " " + tests.substring(tests.lastIndexOf('.') + 1) + " on " + columns[2],
                        "ibsim",
                        module,
                        List.of((wholePackage ? "--select-package=" : "--select-class=") + tests),
                        Checkout.ROOT
                                .resolve(module)
                                .resolve("target/ibsim-reports")
                                .resolve(tests + "-on-" + columns[2].replaceAll("\\W+", "-")),
                        bed,
                        List.of("-Dbasedir=" + Checkout.ROOT.resolve(module)))
                .asContainer();
    }
}
