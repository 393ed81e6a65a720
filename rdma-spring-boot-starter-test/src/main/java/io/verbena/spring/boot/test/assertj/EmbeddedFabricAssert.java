package io.verbena.spring.boot.test.assertj;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedPort;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions for the current state of an embedded fabric. */
public final class EmbeddedFabricAssert extends AbstractAssert<EmbeddedFabricAssert, EmbeddedFabric> {
    EmbeddedFabricAssert(@Nullable EmbeddedFabric actual) {
        super(actual, EmbeddedFabricAssert.class);
    }

    /** Verifies that no fault is active. */
    public EmbeddedFabricAssert isHealthy() {
        isNotNull();
        if (!actual.faults().isEmpty()) {
            failWithMessage("expected a fabric without faults, but there are: %s", list(actual.faults()));
        }
        return this;
    }

    /** Verifies that a fault of this kind is active. */
    public EmbeddedFabricAssert hasFault(EmbeddedFault.Kind kind) {
        isNotNull();
        if (actual.faults().stream().noneMatch(fault -> fault.kind() == kind)) {
            failWithMessage("expected a fault of the kind %s, but there are: %s", kind, list(actual.faults()));
        }
        return this;
    }

    /**
     * Verifies the value of a counter of a port.
     *
     * @param node a node, as in {@link EmbeddedFabric#node}
     * @param port the number of the port
     * @param name the name of the counter, as in {@link EmbeddedPort#counter(String)}
     * @param expected the expected value
     */
    public EmbeddedFabricAssert hasCounter(String node, int port, String name, long expected) {
        isNotNull();
        EmbeddedPort counted = actual.node(node).port(port);
        long found = counted.counter(name);
        if (found != expected) {
            failWithActualExpectedAndMessage(
                    found, expected, "expected %s of %s to be %d, but it is %d", name, counted, expected, found);
        }
        return this;
    }

    private static String list(List<EmbeddedFault> faults) {
        return faults.isEmpty()
                ? "none"
                : String.join("; ", faults.stream().map(EmbeddedFault::toString).toList());
    }
}
