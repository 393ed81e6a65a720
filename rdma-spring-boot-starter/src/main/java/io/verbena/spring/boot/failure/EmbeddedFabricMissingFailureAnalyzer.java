package io.verbena.spring.boot.failure;

import io.verbena.spring.boot.autoconfigure.EmbeddedFabricMissingException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The embedded fabric is asked for, and its module is not there. */
final class EmbeddedFabricMissingFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedFabricMissingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedFabricMissingException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Add the dependency io.verbena:rdma-embedded, or set rdma.fabric.type=native to use the devices of this"
                        + " host.",
                cause);
    }
}
