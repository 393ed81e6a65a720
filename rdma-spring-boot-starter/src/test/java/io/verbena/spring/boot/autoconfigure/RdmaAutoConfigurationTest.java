package io.verbena.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedProvider;
import io.verbena.embedded.service.FabricService;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.sa.SaClient;
import io.verbena.spi.RdmaDriver;
import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class RdmaAutoConfigurationTest {
    private final ApplicationContextRunner bare =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RdmaAutoConfiguration.class));
    private final ApplicationContextRunner application = bare.withPropertyValues("rdma.fabric.type=embedded");

    @Test
    void providesTheManagementBeans() {
        application.run(context -> assertThat(context)
                .hasSingleBean(Rdma.class)
                .hasSingleBean(EndPort.class)
                .hasSingleBean(MadTransactor.class)
                .hasSingleBean(SaClient.class)
                .hasSingleBean(RdmaFabricDetails.class));
    }

    @Test
    void providesATransactorThatReachesTheFabric() {
        application.run(context -> assertThat(descriptionOf(context)).isEqualTo("host0"));
    }

    @Test
    void buildsTheConfiguredTopology() {
        application
                .withPropertyValues("rdma.fabric.topology=fat-tree:2,4,4")
                .run(context -> assertThat(discover(context).nodes()).hasSize(22));
    }

    @Test
    void readsATopologyFromTheClassPath() {
        application
                .withPropertyValues("rdma.fabric.topology=classpath:nets/pair.net")
                .run(context -> assertThat(discover(context).nodes())
                        .extracting(Node::description)
                        .containsExactly("left", "right"));
    }

    @Test
    void usesTheHostAfterALocation() {
        application
                .withPropertyValues("rdma.fabric.topology=classpath:nets/pair.net@right")
                .run(context -> assertThat(descriptionOf(context)).isEqualTo("right"));
    }

    @Test
    void readsATopologyFromAFile() {
        Path file = Path.of("src/test/resources/nets/pair.net").toAbsolutePath();
        assertThat(Files.exists(file)).isTrue();
        for (String topology : new String[] {file.toString(), file.toUri().toString()}) {
            application
                    .withPropertyValues("rdma.fabric.topology=" + topology)
                    .run(context -> assertThat(discover(context).nodes()).hasSize(2));
        }
    }

    @Test
    void usesTheConfiguredEndPort() {
        application
                .withPropertyValues("rdma.end-port=emb0/1")
                .run(context ->
                        assertThat(context.getBean(EndPort.class).name()).isEqualTo("emb0/1"));
    }

    @Test
    void writesEveryPacketToTheCaptureFile(@TempDir Path folder) throws IOException {
        Path trace = folder.resolve("fabric.pcap");

        application
                .withPropertyValues("rdma.trace.pcap=" + trace)
                .run(context -> assertThat(discover(context).nodes()).isNotEmpty());

        assertThat(Files.size(trace)).isGreaterThan(10_000);
    }

    @Test
    void failsIfTheCaptureFileCannotBeWritten() {
        application
                .withPropertyValues("rdma.trace.pcap=/nowhere/fabric.pcap")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("rdma.trace.pcap: cannot trace to /nowhere/fabric.pcap: "));
    }

    @Test
    void appliesTheOptionsOfTheProperties() {
        application
                .withPropertyValues("rdma.mad.timeout=50ms", "rdma.mad.retries=7")
                .run(context -> {
                    assertThat(context.getBean(MadTransactor.class).options().timeout())
                            .isEqualTo(Duration.ofMillis(50));
                    assertThat(context.getBean(MadTransactor.class).options().retries())
                            .isEqualTo(7);
                });
    }

    /** The transport is visible in the requests that it does not support. */
    @Test
    void sendsThroughVerbsIfConfigured() {
        application
                .withPropertyValues("rdma.mad.transport=verbs")
                .run(context -> assertThatThrownBy(() -> descriptionOf(context))
                        .hasMessageContaining("subnet management by verbs(emb0/1) failed"));
    }

    @Test
    void customizersOverrideProperties() {
        MadTracer tracer = Mockito.mock();
        application
                .withBean(RdmaCustomizer.class, () -> builder -> builder.tracer(tracer))
                .run(context -> {
                    descriptionOf(context);
                    Mockito.verify(tracer).sent(Mockito.any(), Mockito.anyInt());
                });
    }

    @Test
    void backsOffForBeansOfTheApplication() {
        bare.withBean("mine", Rdma.class, () -> Rdma.embedded("two-node")).run(context -> {
            assertThat(context.getBean(Rdma.class)).isSameAs(context.getBean("mine"));
            assertThat(descriptionOf(context)).isEqualTo("host0");
        });
    }

    @Test
    void usesTheFabricDetailsOfTheApplication() {
        bare.withBean(RdmaFabricDetails.class, () -> () -> "embedded:fat-tree:1,2,1")
                .run(context -> {
                    assertThat(context).hasSingleBean(RdmaFabricDetails.class);
                    assertThat(discover(context).nodes()).hasSize(5);
                });
    }

    @Test
    void providesTheEmbeddedFabricOfTheDevices() {
        application
                .withPropertyValues("rdma.mad.timeout=10ms", "rdma.mad.retries=0")
                .run(context -> {
                    MadTransactor mad = context.getBean(MadTransactor.class);
                    EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);

                    fabric.node("host0").silence();
                    assertThatThrownBy(() -> descriptionOf(context)).isInstanceOf(MadTimeoutException.class);

                    fabric.heal();
                    assertThat(descriptionOf(context)).isEqualTo("host0");
                    assertThat(mad.isOpen()).isTrue();
                });
    }

    @Test
    void usesTheEmbeddedFabricOfTheApplication() {
        application
                .withBean(
                        EmbeddedFabric.class,
                        () -> EmbeddedFabric.builder("fat-tree:1,2,1@host1")
                                .virtualTime()
                                .open())
                .run(context -> {
                    assertThat(context).hasSingleBean(EmbeddedFabric.class);
                    assertThat(descriptionOf(context)).isEqualTo("host1");
                });
    }

    @Test
    void ignoresAnEmbeddedFabricOfTheApplicationIfAnotherFabricIsConfigured() {
        MockedProvider.port(PortState.ACTIVE);
        bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .withBean(EmbeddedFabric.class, () -> EmbeddedFabric.open("two-node"))
                .run(context -> assertThat(context.getBean(EndPort.class)).hasToString("mock0/1"));
    }

    @Test
    void hasNoEmbeddedFabricIfAnotherFabricIsConfigured() {
        MockedProvider.port(PortState.ACTIVE);
        bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .run(context -> assertThat(
                                context.getBeanProvider(EmbeddedFabric.class).getIfAvailable())
                        .isNull());
    }

    @Test
    void customizerSelectsAnotherHost() {
        application
                .withUserConfiguration(OnHost1.class)
                .run(context -> assertThat(descriptionOf(context)).isEqualTo("host1"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OnHost1 {
        @Bean
        RdmaCustomizer host1(EmbeddedFabric fabric) {
            return builder -> builder.driver(fabric.driver("host1"));
        }
    }

    @Test
    void backsOffWithoutTheLibrary() {
        application
                .withClassLoader(new FilteredClassLoader(Rdma.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("rdma"));
    }

    @Test
    void createsNoBeansAndThreadsIfDisabled() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Fabrics.twoNodes()
                .withPropertyValues(
                        "rdma.enabled=false",
                        "rdma.end-ports.storage=nowhere",
                        "rdma.protection-domains.ingest=",
                        "rdma.servers.echo.port=1",
                        "rdma.clients.orders.port=nonsense")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanDefinitionNames())
                            .filteredOn(name ->
                                    String.valueOf(context.getType(name)).contains("io.verbena."))
                            .isEmpty();
                    assertThat(Thread.getAllStackTraces().keySet())
                            .filteredOn(thread -> !before.contains(thread))
                            .filteredOn(thread -> thread.getName().matches("(verbena|rdma)-.*"))
                            .isEmpty();
                });
    }

    @Test
    void servesTheEmbeddedFabricToProgramsInC() {
        application.run(context -> assertThat(context).doesNotHaveBean(FabricService.class));
        application
                .withPropertyValues("rdma.fabric.service-port=0")
                .run(context -> assertThat(
                                context.getBean(FabricService.class).address().getPort())
                        .isPositive());
        application
                .withPropertyValues("rdma.fabric.service-port=70000")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("rdma.fabric.service-port is 70000; it must be from 0 to 65535"));
        bare.withPropertyValues("rdma.fabric.service-port=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("set rdma.fabric.type=embedded or remove the port"));
    }

    @Test
    void doesNotFallBackToTheDevicesOfTheHost() {
        application
                .withClassLoader(new FilteredClassLoader(EmbeddedProvider.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(RdmaConfigurationException.class)
                        .hasMessageContaining("requires rdma-embedded"));
    }

    @Test
    void opensTheEndPortOnFirstUse() {
        RdmaDriver driver = MockedProvider.port(PortState.ACTIVE);
        bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .run(context -> assertThat(context).hasNotFailed());
        Mockito.verify(driver, Mockito.never()).openMadChannel(Mockito.anyString(), Mockito.anyInt());
        Mockito.verify(driver).close();
    }

    @Test
    void closesTheTransactorBeforeTheFabric() {
        application.run(context -> {
            MadTransactor mad = context.getBean(MadTransactor.class);
            context.close();
            assertThatThrownBy(() -> mad.subnGet(NodeDescription.class, DirectedPath.self()))
                    .isInstanceOf(RdmaException.class)
                    .hasMessageContaining("was closed");
        });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void omitsTheManagementBeansIfTheSystemDeniesAccess(CapturedOutput output) {
        MockedProvider.managementFails(
                new SysException("umad_open_port", "mock0/1", Errno.EACCES, "run as root, or ask for access"));
        bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS).run(context -> {
            assertThat(context.getBeanProvider(MadTransactor.class).getIfAvailable())
                    .isNull();
            assertThat(context.getBeanProvider(SaClient.class).getIfAvailable()).isNull();
            assertThatThrownBy(() -> context.getBean(MadTransactor.class))
                    .isInstanceOf(NoSuchBeanDefinitionException.class);
            assertThat(context.getBean(EndPort.class).isActive()).isTrue();
            assertThat(context.getBean(ManagementAccess.class).refusal())
                    .hasValueSatisfying(reason -> assertThat(reason).hasMessageContaining("EACCES"));
        });
        assertThat(output)
                .containsOnlyOnce("No management datagrams from end port mock0/1: umad_open_port(mock0/1) failed:"
                        + " permission denied (EACCES); run as root, or ask for access");
    }

    @Test
    void distinguishesOtherFailuresFromDeniedAccess() {
        MockedProvider.managementFails(new SysException("umad_open_port", "mock0/1", Errno.EIO, ""));
        bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .run(context -> assertThatThrownBy(() -> context.getBean(MadTransactor.class))
                        .hasRootCauseInstanceOf(SysException.class));
    }

    private static String descriptionOf(ApplicationContext context) {
        return context.getBean(MadTransactor.class)
                .subnGet(NodeDescription.class, DirectedPath.self())
                .nodeString();
    }

    private static Subnet discover(ApplicationContext context) {
        return context.getBean(Rdma.class)
                .discovery(context.getBean(MadTransactor.class))
                .run();
    }
}
