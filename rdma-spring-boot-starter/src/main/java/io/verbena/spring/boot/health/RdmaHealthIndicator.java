package io.verbena.spring.boot.health;

import io.verbena.device.EndPort;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.Severity;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import io.verbena.spi.PortAttributes;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports an end port as up if it is active, as out of service while the subnet manager has not configured it, and
 * otherwise as down. The details include the last reading of the subnet and the last validation, which do not change the
 * status. The indicator sends no datagrams.
 */
record RdmaHealthIndicator(
        Supplier<EndPort> endPort,
        ObjectProvider<ManagementAccess> management,
        ObjectProvider<SubnetService> subnet,
        ObjectProvider<LastAnswer> lastAnswer)
        implements HealthIndicator {
    private static final int MAX_FINDINGS = 5;

    @Override
    public Health health() {
        try {
            EndPort port = endPort.get();
            PortAttributes attributes = port.attributes();
            Health.Builder health = health(port, attributes);
            management.stream()
                    .flatMap(access -> access.refusal().stream())
                    .forEach(refusal -> health.withDetail("management", refusal.getMessage()));
            lastAnswer.stream()
                    .flatMap(answer -> answer.at().stream())
                    .forEach(at -> health.withDetail("lastAnswer", at.toString()));
            subnet.stream()
                    .flatMap(service -> service.latest().stream())
                    .forEach(snapshot -> add(health, attributes, snapshot));
            subnet.stream().forEach(service -> addValidation(health, service));
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

    private static void add(Health.Builder health, PortAttributes attributes, SubnetSnapshot snapshot) {
        health.withDetail("subnetManager", snapshot.manager().toString())
                .withDetail("subnetManagerReachable", snapshot.manager().isReachable())
                .withDetail("subnetRead", snapshot.taken().toString());
        snapshot.subnet()
                .port(attributes.portGuid())
                .map(port -> degradation(port, snapshot))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> health.withDetail("degraded", text));
    }

    private static void addValidation(Health.Builder health, SubnetService subnet) {
        subnet.lastValidation().ifPresent(validation -> {
            health.withDetail(
                            "validation",
                            validation.count(Severity.ERROR) + " errors, " + validation.count(Severity.WARNING)
                                    + " warnings")
                    .withDetail("validated", validation.taken().toString());
            List<String> findings = validation.report().findings().stream()
                    .filter(finding -> finding.severity() != Severity.INFO)
                    .limit(MAX_FINDINGS)
                    .map(FabricFinding::evidence)
                    .toList();
            if (!findings.isEmpty()) {
                health.withDetail("findings", findings);
            }
        });
        subnet.lastValidationFailure()
                .ifPresent(failure -> health.withDetail("validationFailure", String.valueOf(failure.getMessage())));
    }

    /** Describes the width and speed that both ends of the link support but do not use. */
    private static String degradation(Port port, SubnetSnapshot snapshot) {
        PortLink link = new LinkSurvey(snapshot.subnet(), NodeNameMap.EMPTY).of(port);
        String width = link.possibleWidth() == null
                ? ""
                : "width " + link.width().text() + ", could be "
                        + link.possibleWidth().text();
        String speed =
                link.possibleSpeed() == null ? "" : "speed " + link.speed() + ", could be " + link.possibleSpeed();
        return width.isEmpty() || speed.isEmpty() ? width + speed : width + "; " + speed;
    }

    private static String reason(RuntimeException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RdmaException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return failure.toString();
    }

    /** Records the time of the last response to a management datagram. Instances are thread-safe. */
    static final class LastAnswer implements MadTracer {
        private final Clock clock;
        private volatile @Nullable Instant at;

        LastAnswer(Clock clock) {
            this.clock = clock;
        }

        @Override
        public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
            if (failure == null) {
                at = clock.instant();
            }
        }

        Optional<Instant> at() {
            return Optional.ofNullable(at);
        }
    }
}
