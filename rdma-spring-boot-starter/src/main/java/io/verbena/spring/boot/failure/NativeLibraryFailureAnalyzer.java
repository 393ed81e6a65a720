package io.verbena.spring.boot.failure;

import io.verbena.error.NativeLibraryUnavailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The devices of this host cannot be reached, as a library is missing. */
final class NativeLibraryFailureAnalyzer extends AbstractFailureAnalyzer<NativeLibraryUnavailableException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NativeLibraryUnavailableException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Install what is missing, or set rdma.fabric.type=embedded to use a fabric inside the JVM"
                        + " (io.verbena:rdma-embedded).",
                cause);
    }
}
