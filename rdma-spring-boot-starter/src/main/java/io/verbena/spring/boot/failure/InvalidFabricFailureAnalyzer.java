package io.verbena.spring.boot.failure;

import io.verbena.spring.boot.autoconfigure.InvalidFabricException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The topology is none. */
final class InvalidFabricFailureAnalyzer extends AbstractFailureAnalyzer<InvalidFabricException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidFabricException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Set rdma.fabric.topology to two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF, fat-tree3:RADIX, or a net"
                        + " file: its path, file:PATH or classpath:NAME; @HOST behind it is a host of that topology.",
                cause);
    }
}
