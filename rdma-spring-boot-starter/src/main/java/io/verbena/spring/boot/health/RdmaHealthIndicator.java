package io.verbena.spring.boot.health;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.spi.PortAttributes;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Up while the end port carries traffic, out of service while the subnet manager has not set it up, else down. */
final class RdmaHealthIndicator implements HealthIndicator {
    private final ObjectProvider<EndPort> endPort;
    private final ObjectProvider<ManagementAccess> management;

    RdmaHealthIndicator(ObjectProvider<EndPort> endPort, ObjectProvider<ManagementAccess> management) {
        this.endPort = endPort;
        this.management = management;
    }

    @Override
    public Health health() {
        try {
            EndPort port = endPort.getObject();
            Health.Builder health = health(port, port.attributes());
            management.stream()
                    .flatMap(access -> access.refusal().stream())
                    .forEach(refusal -> health.withDetail("management", refusal.getMessage()));
            return health.build();
        } catch (RdmaException | BeansException e) {
            return Health.down().withDetail("error", reason(e)).build();
        }
    }

    private static Health.Builder health(EndPort port, PortAttributes attributes) {
        return Health.status(status(attributes))
                .withDetail("endPort", port.name())
                .withDetail("state", attributes.state().text())
                .withDetail("physicalState", attributes.physicalState().text())
                .withDetail("lid", attributes.lid().bits())
                .withDetail("smLid", attributes.smLid().bits())
                .withDetail("rate", attributes.rate() + " Gb/s");
    }

    private static Status status(PortAttributes attributes) {
        return switch (attributes.state()) {
            case ACTIVE -> Status.UP;
            case INITIALIZE, ARMED -> Status.OUT_OF_SERVICE;
            default -> Status.DOWN;
        };
    }

    /** The story of Verbena's own error, where Spring wrapped one. */
    private static String reason(RuntimeException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RdmaException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return failure.toString();
    }
}
