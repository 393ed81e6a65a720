package io.verbena.spring.boot.failure;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** What a property asks for cannot be had. */
final class RdmaConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<RdmaConfigurationException>
        implements Ordered {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RdmaConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }

    /** Before those of the causes, which know of no property. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
