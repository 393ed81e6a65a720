package io.verbena.spring.boot.subnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.verbena.Rdma;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CorrectionCounts.CorrectionCounter;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.Guid;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.Applications;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SubnetServiceTest {
    private final ApplicationContextRunner application = Applications.embedded("fat-tree:2,4,4");

    @Test
    void readsNodesCountersAndTheSubnetManagerOnRequest() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            assertThat(service.latest()).isEmpty();

            SubnetSnapshot snapshot = service.refresh(Duration.ofSeconds(10));

            assertThat(service.latest()).contains(snapshot);
            assertThat(snapshot.subnet().nodes()).hasSize(2 + 4 + 16);
            // 6 switches with 36 ports each, and 16 hosts with one port each.
            assertThat(snapshot.counts()).hasSize(6 * 36 + 16);
            assertThat(snapshot.failures()).isEmpty();
            assertThat(snapshot.manager().isReachable()).isTrue();
            assertThat(snapshot.discoveryTime()).isPositive();
            assertThat(snapshot.sweepTime()).isPositive();
            assertThat(service.refreshes()).isEqualTo(1);
        });
    }

    @Test
    void hasNoThreadUnlessPeriodicRefreshIsEnabled() {
        application.run(context -> {
            context.getBean(SubnetService.class).refresh();
            assertThat(context.getBean(SubnetService.class).isRunning()).isFalse();
            awaitNoThread();
        });
    }

    @Test
    void readsAtStartupAndAtEachIntervalOnOneDaemonThread() {
        application
                .withPropertyValues("rdma.subnet.enabled=true", "rdma.subnet.interval=100ms")
                .run(context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    await().atMost(Duration.ofSeconds(20))
                            .untilAsserted(() -> assertThat(service.refreshes()).isGreaterThan(2));
                    assertThat(service.lastFailure()).isEmpty();
                    assertThat(threads()).isEqualTo(1);
                });
        awaitNoThread();
    }

    @Test
    void readsImmediatelyOnHasten() {
        application
                .withPropertyValues("rdma.subnet.enabled=true", "rdma.subnet.interval=1h")
                .run(context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    await().until(() -> service.refreshes() == 1);
                    service.hasten();
                    await().until(() -> service.refreshes() == 2);
                });
    }

    @Test
    void noticesStartTheNextReading() {
        application
                .withPropertyValues("rdma.subnet.enabled=true", "rdma.subnet.interval=1h", "rdma.subnet.notices=true")
                .run(context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    await().until(() -> service.refreshes() == 1);
                    EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
                    Guid silenced = fabric.node("host3").guid();
                    fabric.node("host3").port(1).down();
                    await().atMost(Duration.ofSeconds(20))
                            .until(() -> service.latest()
                                    .filter(snapshot ->
                                            snapshot.subnet().node(silenced).isEmpty())
                                    .isPresent());
                });
    }

    @Test
    void listsFailuresAndKeepsTheOtherNodes() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            SubnetSnapshot snapshot = service.refresh();
            assertThat(snapshot.subnet().nodes()).hasSize(21);
            assertThat(snapshot.failures()).isNotEmpty();
        });
    }

    @Test
    void keepsThePreviousReadingAfterTheDeadline() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            SubnetSnapshot before = service.refresh();
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> service.refresh(Duration.ofMillis(100)))
                    .withMessageContaining("deadline: 100 ms");
            assertThat(service.latest()).contains(before);
            assertThat(service.lastFailure()).isPresent();
            assertThat(service.failures()).isEqualTo(1);
        });
    }

    @Test
    void takesItsDeadlineFromTheProperty() {
        application.withPropertyValues("rdma.subnet.deadline=100ms").run(context -> {
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(context.getBean(SubnetService.class)::refresh)
                    .withMessageContaining("deadline: 100 ms");
        });
    }

    @Test
    void readsNoCountersIfDisabled() {
        application.withPropertyValues("rdma.subnet.counters=false").run(context -> {
            SubnetSnapshot snapshot = context.getBean(SubnetService.class).refresh();
            assertThat(snapshot.counts()).isEmpty();
            assertThat(snapshot.sweepTime()).isZero();
        });
    }

    @Test
    void readsTheErrorCorrectionAndTheTicksIfConfigured() {
        application.run(context -> assertThat(
                        context.getBean(SubnetService.class).refresh().counts())
                .noneMatch(counts -> counts.nanosPerTick().isPresent())
                .noneMatch(counts ->
                        counts.of(CorrectionCounter.UNCORRECTABLE_BLOCKS).isPresent()));
        application
                .withPropertyValues("rdma.subnet.error-correction=true", "rdma.subnet.wait-ticks=true")
                .run(context -> {
                    context.getBean(EmbeddedFabric.class).node("spine0").port(1).count("portXmitWait", 1);
                    assertThat(context.getBean(SubnetService.class).refresh().counts())
                            .anyMatch(counts -> counts.nanosPerTick().isPresent())
                            .anyMatch(counts -> counts.of(CorrectionCounter.UNCORRECTABLE_BLOCKS)
                                    .isPresent());
                });
    }

    @Test
    void readsOnlyPossibleChangesIfConfigured() {
        application.withPropertyValues("rdma.subnet.since-older-subnet=true").run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            long whole = service.refresh().subnet().datagrams();
            assertThat(service.refresh().subnet().datagrams()).isLessThan(whole);
        });
    }

    @Test
    void readsFromTheSubnetAdministrationIfConfigured() {
        application.withPropertyValues("rdma.subnet.reading=sa").run(context -> {
            SubnetSnapshot snapshot = context.getBean(SubnetService.class).refresh();
            assertThat(snapshot.subnet().nodes()).hasSize(22);
            // One request per table instead of one per node.
            assertThat(snapshot.subnet().datagrams()).isLessThan(22);
        });
    }

    @Test
    void readsTheCountersWithoutASubnetManager() {
        application
                .withBean(
                        EmbeddedFabric.class,
                        () -> EmbeddedFabric.builder("two-node").unmanaged().open())
                .run(context -> {
                    SubnetSnapshot snapshot =
                            context.getBean(SubnetService.class).refresh();
                    assertThat(snapshot.subnet().nodes()).hasSize(3);
                    assertThat(snapshot.manager().isReachable()).isFalse();
                    assertThat(snapshot.counts()).isEmpty();
                });
    }

    @Test
    void reportsDeniedAccessToManagement() {
        MockedProvider.managementFails(new SysException("umad_open_port", "mock0/1", Errno.EPERM, ""));
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RdmaAutoConfiguration.class, RdmaSubnetAutoConfiguration.class))
                .withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .run(context -> {
                    assertThatExceptionOfType(RdmaException.class)
                            .isThrownBy(context.getBean(SubnetService.class)::refresh)
                            .withMessageStartingWith("the subnet cannot be read: umad_open_port");
                    assertThat(context.getBean(Rdma.class)).isNotNull();
                });
    }

    @Test
    void unresponsiveNodesCostOneTimeoutRegardlessOfTheirPorts() {
        application.run(context -> {
            SubnetService service = context.getBean(SubnetService.class);
            SubnetSnapshot before = service.refresh();
            MadTransactor mad = context.getBean(MadTransactor.class);
            EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
            fabric.nodes().stream().skip(12).limit(10).forEach(node -> node.silence());

            CounterSweep sweep = new CounterSweep(mad);
            long began = System.nanoTime();
            CounterSweep.Outcome outcome = sweep.runAsync(before.subnet().nodes(), NodePaths.withoutAdministration())
                    .join();
            Duration took = Duration.ofNanos(System.nanoTime() - began);

            assertThat(outcome.failures()).hasSize(10);
            assertThat(took).isLessThan(mad.options().timeout().multipliedBy(2));
        });
    }

    @Test
    void rejectsInvalidProperties() {
        for (String pair : new String[] {
            "rdma.subnet.interval=1ms", "rdma.subnet.deadline=2h", "rdma.subnet.thresholds=", "rdma.subnet.saved="
        }) {
            application
                    .withPropertyValues(pair)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .hasMessageStartingWith(pair.substring(0, pair.indexOf('=')) + " is "));
        }
        application
                .withPropertyValues("rdma.subnet.reading=sa", "rdma.subnet.since-older-subnet=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("only a reading by directed route"));
        application
                .withPropertyValues("rdma.subnet.intervall=1s")
                .run(context -> assertThat(context).hasFailed());
    }

    /** Waits until the thread of an earlier application has ended, which may be after its executor has terminated. */
    private static void awaitNoThread() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(threads()).isZero());
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("verbena-subnet"))
                .peek(thread -> assertThat(thread.isDaemon()).isTrue())
                .count();
    }
}
