package io.verbena.spring.boot.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.Applications;
import io.verbena.spring.boot.event.SubnetEvent.ErrorThresholdEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkDownEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkUpEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetManagerChangedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshedEvent;
import io.verbena.spring.boot.event.SubnetEvent.TopologyChangedEvent;
import io.verbena.spring.boot.subnet.SubnetService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

class SubnetEventsTest {
    private final ApplicationContextRunner application =
            Applications.embedded("fat-tree:2,4,4").withBean(Listener.class);

    static class Listener {
        final List<SubnetEvent> heard = new ArrayList<>();

        @EventListener
        void hear(SubnetEvent event) {
            heard.add(event);
        }
    }

    @Test
    void onlyTheReadingIsPublishedWithoutChanges() {
        application.run(context -> {
            assertThat(heard(context)).singleElement().isInstanceOf(SubnetRefreshedEvent.class);
            assertThat(heard(context)).singleElement().isInstanceOf(SubnetRefreshedEvent.class);
        });
    }

    @Test
    void linkDownIsPublishedWithBothEndsAndTheTopologyDifference() {
        application.run(context -> {
            heard(context);
            EmbeddedPort port = port(context, "host3");
            port.down();

            List<SubnetEvent> heard = heard(context);

            assertThat(heard.get(0)).isInstanceOfSatisfying(LinkDownEvent.class, down -> {
                assertThat(down.to().node().guid()).isEqualTo(port.node().guid());
                assertThat(down.text()).startsWith("link down: ").contains("host3");
            });
            assertThat(heard.get(1)).isInstanceOfSatisfying(TopologyChangedEvent.class, changed -> {
                assertThat(changed.difference().nodes()).hasSize(2);
                assertThat(changed.before().subnet().nodes()).hasSize(22);
                assertThat(changed.after().subnet().nodes()).hasSize(21);
            });
            assertThat(heard).hasSize(3);
        });
    }

    @Test
    void linkUpIsPublished() {
        application.run(context -> {
            port(context, "host3").down();
            heard(context);
            port(context, "host3").up();
            assertThat(heard(context).get(0))
                    .isInstanceOfSatisfying(
                            LinkUpEvent.class,
                            up -> assertThat(up.to().node().description()).contains("host3"));
        });
    }

    @Test
    void unresponsiveNodeIsNotALinkDown() {
        application.run(context -> {
            heard(context);
            context.getBean(EmbeddedFabric.class).node("host3").silence();
            assertThat(heard(context))
                    .hasSize(2)
                    .noneMatch(LinkDownEvent.class::isInstance)
                    .anyMatch(TopologyChangedEvent.class::isInstance);
            context.getBean(EmbeddedFabric.class).node("host3").restore();
            assertThat(heard(context)).noneMatch(LinkUpEvent.class::isInstance);
        });
    }

    @Test
    void thresholdIsPublishedOncePerCrossing() {
        application.run(context -> {
            EmbeddedPort port = port(context, "host3");
            port.counter("symbolErrorCounter", 10);
            assertThat(thresholds(context)).isEmpty();
            port.counter("symbolErrorCounter", 11);
            assertThat(thresholds(context)).singleElement().satisfies(event -> {
                assertThat(event.counter()).isEqualTo(ErrorCounter.SYMBOL_ERROR);
                assertThat(event.value()).isEqualTo(11);
                assertThat(event.threshold()).isEqualTo(10);
                assertThat(event.port().node().guid()).isEqualTo(port.node().guid());
                assertThat(event.text()).endsWith("port 1: SymbolErrorCounter is 11, over 10");
            });
            port.counter("symbolErrorCounter", 12);
            assertThat(thresholds(context)).isEmpty();
            port.counter("symbolErrorCounter", 0);
            assertThat(thresholds(context)).isEmpty();
            port.counter("symbolErrorCounter", 20);
            assertThat(thresholds(context)).hasSize(1);
        });
    }

    @Test
    void readsThresholdsFromTheFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("thresholds"), "SymbolErrorCounter=100\n");
        application.withPropertyValues("rdma.subnet.thresholds=" + file).run(context -> {
            port(context, "host3").counter("symbolErrorCounter", 20).counter("portRcvErrors", 1);
            assertThat(thresholds(context))
                    .extracting(ErrorThresholdEvent::counter)
                    .containsExactly(ErrorCounter.RCV_ERRORS);
        });
    }

    @Test
    void startupFailsIfTheThresholdsCannotBeRead() {
        application
                .withPropertyValues("rdma.subnet.thresholds=/nowhere/thresholds")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("/nowhere/thresholds"));
    }

    @Test
    void changeOfTheSubnetManagerIsPublished() {
        application.run(context -> {
            heard(context);
            MadTransactor mad = context.getBean(MadTransactor.class);
            PortInfo own = mad.subnGet(PortInfo.class, DirectedPath.self(), 1);
            PortInfo other = PortInfo.LAYOUT
                    .copy(own)
                    .portState(PortState.NO_CHANGE)
                    .portPhysicalState(PortPhysicalState.NO_CHANGE)
                    .masterSmLidBits(own.lid().bits() + 1);
            mad.subnSet(other, DirectedPath.self(), 1);

            assertThat(heard(context))
                    .filteredOn(SubnetManagerChangedEvent.class::isInstance)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            SubnetManagerChangedEvent.class,
                            changed -> assertThat(changed.after().lid())
                                    .isNotEqualTo(changed.before().lid()));
        });
    }

    @Test
    void failedReadingIsPublished() {
        application.run(context -> {
            context.getBean(MadTransactor.class).close();
            SubnetService service = context.getBean(SubnetService.class);
            try {
                service.refresh();
            } catch (RdmaException e) {
                assertThat(context.getBean(Listener.class).heard)
                        .singleElement()
                        .isInstanceOfSatisfying(
                                SubnetRefreshFailedEvent.class,
                                failed -> assertThat(failed.reason()).isSameAs(e));
                return;
            }
            throw new AssertionError("the subnet was read through a closed transactor");
        });
    }

    private static EmbeddedPort port(ApplicationContext context, String node) {
        return context.getBean(EmbeddedFabric.class).node(node).port(1);
    }

    private static List<SubnetEvent> heard(ApplicationContext context) {
        Listener listener = context.getBean(Listener.class);
        listener.heard.clear();
        context.getBean(SubnetService.class).refresh();
        return List.copyOf(listener.heard);
    }

    private static List<ErrorThresholdEvent> thresholds(ApplicationContext context) {
        return heard(context).stream()
                .filter(ErrorThresholdEvent.class::isInstance)
                .map(ErrorThresholdEvent.class::cast)
                .toList();
    }
}
