package io.verbena.spring.boot.failure;

import io.verbena.device.NoSuchDeviceException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** The device or the end port is not there. */
final class NoSuchDeviceFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchDeviceException> {
    private final Environment environment;

    NoSuchDeviceFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoSuchDeviceException cause) {
        String endPort = environment.getProperty("rdma.end-port");
        String action = endPort == null
                ? "Load the driver of the adapter, or set rdma.fabric.type=embedded to use a fabric inside the JVM"
                        + " (io.verbena:rdma-embedded)."
                : "Set rdma.end-port, which is '" + endPort
                        + "', to an end port that is there, or remove it to use the first active one.";
        return new FailureAnalysis(cause.getMessage(), action, cause);
    }
}
