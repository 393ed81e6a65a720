package io.verbena.spring.boot.failure;

import io.verbena.sa.SubnetManagerMissingException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A bean asked the subnet administration while the application started, and nobody answered. */
final class SubnetManagerFailureAnalyzer extends AbstractFailureAnalyzer<SubnetManagerMissingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SubnetManagerMissingException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Start a subnet manager (opensm), enter the fabric by an end port of another subnet (rdma.end-port), or wait"
                        + " longer for its answer (rdma.mad.timeout, rdma.mad.retries).",
                cause);
    }
}
