package io.verbena.spring.boot.test.assertj;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedPort;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions of an embedded fabric as it is at the moment. */
public final class EmbeddedFabricAssert extends AbstractAssert<EmbeddedFabricAssert, EmbeddedFabric> {
    EmbeddedFabricAssert(@Nullable EmbeddedFabric actual) {
        super(actual, EmbeddedFabricAssert.class);
    }

    /** No fault is in force. */
    public EmbeddedFabricAssert isHealthy() {
        isNotNull();
        if (!actual.faults().isEmpty()) {
            failWithMessage("expected a fabric without faults, but there are: %s", list(actual.faults()));
        }
        return this;
    }

    /** A fault of this kind is in force. */
    public EmbeddedFabricAssert hasFault(EmbeddedFault.Kind kind) {
        isNotNull();
        if (actual.faults().stream().noneMatch(fault -> fault.kind() == kind)) {
            failWithMessage("expected a fault of the kind %s, but there are: %s", kind, list(actual.faults()));
        }
        return this;
    }

    /**
     * The counter of a port is what is expected.
     *
     * @param node as {@link EmbeddedFabric#node} takes it
     * @param name as {@link EmbeddedPort#counter(String)} takes it
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
