package io.verbena.spring.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.iba.PortCounters;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.Applications;
import io.verbena.spring.boot.metrics.PortMeters.PortSeries;
import io.verbena.spring.boot.metrics.PortMeters.PortTotals;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.subnet.Port;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class RdmaMetricsTest {
    private final ApplicationContextRunner application = Applications.embedded("fat-tree:2,4,4")
            .withConfiguration(
                    AutoConfigurations.of(MetricsAutoConfiguration.class, RdmaMetricsAutoConfiguration.class));
    private final ApplicationContextRunner simple = application.withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void countersOfPortsFollowTheReadings() {
        simple.run(context -> {
            EmbeddedPort port = host3(context);
            port.counter("symbolErrorCounter", 7).counter("portXmitData", 1000);
            refresh(context);
            assertThat(errors(context, "SymbolErrorCounter")).isEqualTo(7);
            // The responses of the port are also data, in units of four octets.
            assertThat(data(context))
                    .isGreaterThan(4000)
                    .isEqualTo(4.0 * read(context).of(TrafficCounter.XMIT_DATA).orElseThrow());

            port.counter("symbolErrorCounter", 9);
            assertThat(errors(context, "SymbolErrorCounter")).isEqualTo(7);
            refresh(context);
            assertThat(errors(context, "SymbolErrorCounter")).isEqualTo(9);
        });
    }

    @Test
    void totalContinuesAfterACounterWasReset() {
        simple.run(context -> {
            EmbeddedPort port = host3(context);
            port.counter("symbolErrorCounter", 7);
            refresh(context);
            port.counter("symbolErrorCounter", 2);
            refresh(context);
            assertThat(errors(context, "SymbolErrorCounter")).isEqualTo(9);
        });
    }

    @Test
    void totalStopsAtTheMaximumOfACounter() {
        simple.run(context -> {
            refresh(context);
            Port port = read(context).port();
            int linkDowned = series("LinkDownedCounter");
            PortTotals totals = new PortTotals();
            for (int value : new int[] {254, 255, 255}) {
                totals.add(few(port, value));
            }
            assertThat(few(port, 255).isSaturated(ErrorCounter.LINK_DOWNED)).isTrue();
            assertThat(few(port, 254).isSaturated(ErrorCounter.LINK_DOWNED)).isFalse();
            assertThat(totals.of(linkDowned)).isEqualTo(255);
            totals.add(few(port, 1));
            assertThat(totals.of(linkDowned)).isEqualTo(256);
        });
    }

    /** Simulates an agent without 64-bit counters. */
    private static PortCounts few(Port port, int linkDowned) {
        return new PortCounts(
                port, new PortCounters().linkDownedCounter(linkDowned), null, new CounterCapabilities(0, 0));
    }

    private static int series(String counter) {
        for (int i = 0; i < PortSeries.ALL.size(); i++) {
            if (PortSeries.ALL.get(i).tags().stream()
                    .anyMatch(tag -> tag.getValue().equals(counter))) {
                return i;
            }
        }
        throw new AssertionError("no meter of " + counter);
    }

    private static PortCounts read(ApplicationContext context) {
        return context.getBean(SubnetService.class)
                .latest()
                .flatMap(snapshot -> snapshot.counts(host3(context).node().guid(), 1))
                .orElseThrow();
    }

    @Test
    void unresponsiveNodeHasNoMeters() {
        simple.run(context -> {
            refresh(context);
            assertThat(find(context)).isNotNull();
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            refresh(context);
            assertThat(find(context)).isNull();
            context.getBean(EmbeddedFabric.class).node("host3").restore();
            refresh(context);
            assertThat(find(context)).isNotNull();
        });
    }

    @Test
    void metersOfPortsCanBeDisabled() {
        simple.withPropertyValues("management.metrics.enable.rdma.port=false").run(context -> {
            refresh(context);
            assertThat(context).doesNotHaveBean(PortMeters.class);
            assertThat(context.getBean(MeterRegistry.class).getMeters())
                    .extracting(meter -> meter.getId().getName())
                    .contains("rdma.subnet.nodes")
                    .noneMatch(name -> name.startsWith("rdma.port"));
        });
    }

    @Test
    void scrapeSendsNoDatagrams() {
        application
                .withBean(MeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .run(context -> {
                    refresh(context);
                    MadTransactor mad = context.getBean(MadTransactor.class);
                    long sent = mad.statistics().sent();
                    String scrape = ((PrometheusMeterRegistry) context.getBean(MeterRegistry.class)).scrape();
                    assertThat(mad.statistics().sent()).isEqualTo(sent);
                    assertThat(scrape)
                            .contains("rdma_port_errors_total{counter=\"SymbolErrorCounter\",description=\""
                                    + description(context) + "\"")
                            .contains("rdma_port_data_bytes_total{")
                            .contains("rdma_subnet_nodes 22.0")
                            .contains("rdma_subnet_discovery_seconds_count 1")
                            .contains("device=\"emb0\"")
                            .contains("rdma_connection_completions_total{queue=\"send\",status=\"success\"}");
                });
    }

    @Test
    void requestsAreTimedByClassMethodAttributeAndOutcome() {
        simple.run(context -> {
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            refresh(context);
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("rdma.mad.requests")
                            .tags("method", "SubnGet", "attribute", "NodeInfo", "outcome", "success")
                            .timer()
                            .count())
                    .isPositive();
            assertThat(registry.get("rdma.mad.requests")
                            .tags("attribute", "NodeInfo", "outcome", "timeout")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("rdma.mad.retries").counter().count()).isPositive();
        });
    }

    @Test
    void failedReadingsAreCounted() {
        simple.withPropertyValues("rdma.subnet.deadline=100ms").run(context -> {
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            SubnetService service = context.getBean(SubnetService.class);
            assertThatThrownBy(service::refresh).isNotNull();
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("rdma.subnet.refresh.failures")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("rdma.subnet.nodes").gauge().value()).isNaN();
        });
    }

    @Test
    void localPortsAreReadWithoutDatagrams() {
        simple.run(context -> {
            EmbeddedPort port =
                    context.getBean(EmbeddedFabric.class).node("host0").port(1);
            port.counter("portRcvErrors", 5);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("rdma.device.counters")
                            .tags("device", "emb0", "port", "1", "counter", "port_rcv_errors")
                            .functionCounter()
                            .count())
                    .isEqualTo(5);
        });
    }

    @Test
    void backOffWithoutMicrometerOrARegistry() {
        application.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PortMeters.class));
        simple.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static EmbeddedPort host3(ApplicationContext context) {
        return context.getBean(EmbeddedFabric.class).node("host3").port(1);
    }

    private static void refresh(ApplicationContext context) {
        context.getBean(SubnetService.class).refresh();
    }

    private static double errors(ApplicationContext context, String counter) {
        return context.getBean(MeterRegistry.class)
                .get("rdma.port.errors")
                .tags("description", description(context), "counter", counter)
                .functionCounter()
                .count();
    }

    private static double data(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get("rdma.port.data")
                .tags("description", description(context), "direction", "transmit")
                .functionCounter()
                .count();
    }

    private static @Nullable FunctionCounter find(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .find("rdma.port.data")
                .tags("description", description(context))
                .functionCounter();
    }

    private static String description(ApplicationContext context) {
        return context.getBean(EmbeddedFabric.class).node("host3").description();
    }
}
