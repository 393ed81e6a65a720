package io.verbena.spring.boot.failure;

import io.verbena.spring.boot.autoconfigure.UnknownPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A property is mistyped. */
final class UnknownPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<UnknownPropertiesException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownPropertiesException cause) {
        return new FailureAnalysis(
                cause.getMessage(), "Correct or remove it. There are " + String.join(", ", cause.known()) + ".", cause);
    }
}
