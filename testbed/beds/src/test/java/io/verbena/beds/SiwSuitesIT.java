package io.verbena.beds;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The suites on Soft-iWARP; a class of its own, so that the kernels of both kinds run side by side. */
class SiwSuitesIT {
    @TestFactory
    Stream<DynamicNode> suitesOnSiw() {
        return UmlSuites.on("siw");
    }
}
