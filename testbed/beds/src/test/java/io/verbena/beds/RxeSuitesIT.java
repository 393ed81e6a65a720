package io.verbena.beds;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suites on Soft-RoCE; a class of its own, so that the kernels of both kinds run side by side. */
class RxeSuitesIT {
    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> suitesOnRxe() {
        return UmlSuites.on("rxe");
    }
}
