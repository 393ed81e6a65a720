package io.verbena.spring.boot.subnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationReport.CheckOutcome;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.Applications;
import io.verbena.spring.boot.event.SubnetEvent;
import io.verbena.spring.boot.event.SubnetEvent.FabricValidatedEvent;
import io.verbena.spring.boot.event.SubnetEvent.FabricValidationFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingResolvedEvent;
import io.verbena.spring.boot.health.RdmaHealthContributorAutoConfiguration;
import io.verbena.spring.boot.metrics.RdmaMetricsAutoConfiguration;
import io.verbena.subnet.cache.SubnetJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

/** The validation of a fabric on request and at intervals. host3 is at port 6 of leaf0. */
class SubnetValidationTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String DRIFT = "symbolErrorCounter";

    private final ApplicationContextRunner application =
            Applications.embedded("fat-tree:2,4,4").withBean(Listener.class);
    private final ApplicationContextRunner periodic = application.withPropertyValues(
            "rdma.subnet.enabled=true",
            "rdma.subnet.interval=100ms",
            "rdma.subnet.validation.enabled=true",
            "rdma.subnet.validation.interval=200ms");

    static class Listener {
        final List<SubnetEvent> heard = new CopyOnWriteArrayList<>();

        @EventListener
        void hear(SubnetEvent event) {
            heard.add(event);
        }

        <T extends SubnetEvent> List<T> heard(Class<T> type) {
            return heard.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    @Test
    void aHealthyFabricHasNoFaults() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            assertThat(service.lastValidation()).isEmpty();

            SubnetValidation validation = service.validate();

            assertThat(service.lastValidation()).contains(validation);
            assertThat(validation.report().isHealthy()).isTrue();
            assertThat(validation.report().checks()).hasSize(15).allMatch(CheckOutcome::ran);
            assertThat(validation.duration()).isPositive();
            assertThat(service.validations()).isEqualTo(1);
            assertThat(service.failedValidations()).isZero();
        });
    }

    @Test
    void findingsAreEventsWhenTheyAppearAndWhenTheyAreGone() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            Listener listener = context.getBean(Listener.class);
            service.validate();
            listener.heard.clear();
            fault(context, 11);

            service.validate();
            assertThat(listener.heard(FindingEvent.class)).singleElement().satisfies(event -> {
                assertThat(event.finding().id()).isEqualTo("counter-exceeded");
                assertThat(event.finding().affected())
                        .extracting(Affected::name)
                        .containsExactly("host3", "leaf0");
                assertThat(event.text())
                        .isEqualTo("counters: host3 port 1 has SymbolErrorCounter 11, above the threshold 10");
            });
            service.validate();
            assertThat(listener.heard(FindingEvent.class)).as("only once").hasSize(1);
            fault(context, 0);
            service.validate();

            assertThat(listener.heard(FindingResolvedEvent.class))
                    .singleElement()
                    .satisfies(event -> assertThat(event.text()).startsWith("no longer found: counters: host3 port 1"));
            assertThat(listener.heard(FabricValidatedEvent.class))
                    .extracting(FabricValidatedEvent::text)
                    .containsExactly(
                            "the fabric was validated: 0 errors, 1 warnings",
                            "the fabric was validated: 0 errors, 1 warnings",
                            "the fabric was validated: 0 errors, 0 warnings");
        });
    }

    private static void fault(ApplicationContext context, long errors) {
        context.getBean(EmbeddedFabric.class).node("host3").port(1).counter(DRIFT, errors);
    }

    @Test
    void validatesAtIntervalsOnAThreadOfItsOwn() {
        periodic.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            await().atMost(SOON).until(() -> service.validations() > 2);
            assertThat(service.lastValidationFailure()).isEmpty();
            assertThat(threads()).isEqualTo(1);
            fault(context, 12);
            await().atMost(SOON)
                    .until(() -> service.lastValidation()
                            .filter(last -> last.count(Severity.WARNING) == 1)
                            .isPresent());
        });
        await().atMost(SOON).until(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("verbena-validation"))
                .count();
    }

    @Test
    void doesNotValidateBeforeTheIntervalHasPassed() {
        periodic.withPropertyValues("rdma.subnet.validation.interval=1h").run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            await().atMost(SOON).until(() -> service.validations() == 1);
            long readings = service.refreshes();
            await().atMost(SOON).until(() -> service.refreshes() > readings + 3);
            assertThat(service.validations()).isEqualTo(1);
        });
    }

    @Test
    void theDetailsOfTheHealthListTheFirstFindings() {
        application
                .withConfiguration(AutoConfigurations.of(RdmaHealthContributorAutoConfiguration.class))
                .run(context -> {
                    assertThat(details(context)).doesNotContainKeys("validation", "findings");
                    fault(context, 11);
                    context.getBean(SubnetService.class).validate();

                    assertThat(details(context))
                            .containsEntry("validation", "0 errors, 1 warnings")
                            .containsEntry(
                                    "findings",
                                    List.of("host3 port 1 has SymbolErrorCounter 11, above the threshold 10"))
                            .containsKey("validated");
                });
    }

    private static Map<String, Object> details(ApplicationContext context) {
        return Objects.requireNonNull(context.getBean(HealthIndicator.class).health())
                .getDetails();
    }

    @Test
    void metersCountTheFindings() {
        application
                .withConfiguration(
                        AutoConfigurations.of(MetricsAutoConfiguration.class, RdmaMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    assertThat(findings(context, "counters", "warning")).isNaN();
                    fault(context, 11);
                    context.getBean(SubnetService.class).validate();

                    assertThat(findings(context, "counters", "warning")).isEqualTo(1);
                    assertThat(findings(context, "routing", "error")).isZero();
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("rdma.validation.duration").timer().count())
                            .isEqualTo(1);
                    assertThat(registry.get("rdma.validation.runs")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                });
    }

    private static double findings(ApplicationContext context, String check, String severity) {
        return context.getBean(MeterRegistry.class)
                .get("rdma.validation.findings")
                .tags("check", check, "severity", severity)
                .gauge()
                .value();
    }

    @Test
    void propertiesSetTheExpectations() {
        application
                .withPropertyValues(
                        "rdma.subnet.validation.expected-speed=hdr",
                        "rdma.subnet.validation.expected-width=8x",
                        "rdma.subnet.validation.skip=multicast,counters")
                .run(context -> {
                    SubnetValidation validation =
                            context.getBean(SubnetService.class).validate();

                    assertThat(validation.report().findings())
                            .extracting(FabricFinding::id)
                            .contains("speed-below-expected", "width-below-expected");
                    assertThat(validation.report().checks())
                            .filteredOn(check -> !check.ran())
                            .extracting(CheckOutcome::id)
                            .containsExactly("multicast", "counters");
                });
    }

    @Test
    void comparesTwoReadingsOfTheCounters() {
        application
                .withPropertyValues(
                        "rdma.subnet.validation.counter-pause=1s", "rdma.subnet.validation.service-levels=0,1")
                .run(context -> {
                    Thread traffic = new Thread(() -> {
                        for (int i = 0; i < 40; i++) {
                            context.getBean(EmbeddedFabric.class)
                                    .node("host3")
                                    .port(1)
                                    .count("portRcvErrors", 1);
                            sleep();
                        }
                    });
                    traffic.start();
                    SubnetValidation validation =
                            context.getBean(SubnetService.class).validate();
                    traffic.join(SOON.toMillis());

                    assertThat(validation.duration()).isGreaterThan(Duration.ofSeconds(1));
                    assertThat(validation.report().findings())
                            .extracting(FabricFinding::id)
                            .contains("counter-increases");
                });
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void comparesWithTheSavedSubnet(@TempDir Path directory) throws Exception {
        Path saved = directory.resolve("subnet.json");
        application.run(context ->
                SubnetJson.write(context.getBean(SubnetService.class).refresh().subnet(), saved));
        application.withPropertyValues("rdma.subnet.saved=" + saved).run(context -> {
            context.getBean(EmbeddedFabric.class).node("host3").port(1).down();

            assertThat(context.getBean(SubnetService.class).validate().report().findings())
                    .extracting(FabricFinding::id)
                    .contains("node-missing");
        });
    }

    @Test
    void aFailureIsPublishedAndKeepsThePreviousValidation() {
        application.withPropertyValues("rdma.subnet.saved=/nowhere/subnet.json").run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(service::validate)
                    .withMessageContaining("/nowhere/subnet.json");
            assertThat(service.failedValidations()).isEqualTo(1);
            assertThat(service.lastValidationFailure()).isPresent();
            assertThat(service.lastValidation()).isEmpty();
            assertThat(context.getBean(Listener.class).heard(FabricValidationFailedEvent.class))
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.text()).startsWith("the fabric could not be validated: cannot read"));
            assertThat(context.getBean(MadTransactor.class).isOpen()).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rdma.subnet.validation.interval=1ms        | rdma.subnet.validation.interval is 1ms; it must be from 100ms to 30d
                    rdma.subnet.validation.counter-pause=2h    | rdma.subnet.validation.counter-pause is 7200000ms; it must be from 0 to 1h
                    rdma.subnet.validation.skip=credit-loop    | contains 'credit-loop', which is not a check
                    rdma.subnet.validation.service-levels=16   | contains 16; use numbers from 0 to 15
                    rdma.subnet.validation.expected-speed=fast | is 'fast'; use SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR
                    rdma.subnet.validation.expected-width=3x   | is '3x'; use 1X, 2X, 4X, 8X or 12X
                    rdma.subnet.validation.enabled=true        | set rdma.subnet.enabled=true
                    """)
    void invalidPropertiesFailTheStart(String property, String message) {
        application
                .withPropertyValues(property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
    }

    @Test
    void validationNeedsSubnetManagement() {
        periodic.withPropertyValues("rdma.mad.transport=verbs")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("rdma.mad.transport=verbs excludes the subnet management"));
    }
}
