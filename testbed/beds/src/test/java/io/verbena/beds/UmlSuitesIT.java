package io.verbena.beds;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suites on Soft-RoCE and Soft-iWARP, two of them at a time: kernels that share a processor take several times as long. */
class UmlSuitesIT {
    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> suitesInKernels() {
        return Stream.of("rxe", "siw").flatMap(UmlSuites::on);
    }
}
