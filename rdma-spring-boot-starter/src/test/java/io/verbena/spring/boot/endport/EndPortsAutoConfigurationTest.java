package io.verbena.spring.boot.endport;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class EndPortsAutoConfigurationTest {
    private final ApplicationContextRunner application = Fabrics.twoNodes();

    @ParameterizedTest
    @ValueSource(strings = {"emb0", "emb0/1", "emb*/1", "emb?", "emb[0-9]/1"})
    void findsAnEndPortByNameAndByPattern(String match) {
        application
                .withPropertyValues("rdma.end-ports.storage.match=" + match)
                .run(context -> assertThat(context.getBean("storageEndPort")).hasToString("emb0/1"));
    }

    @Test
    void findsAnEndPortByGuidAndByGid() {
        application.run(first -> {
            EndPort port = first.getBean(EndPort.class);
            String guid = port.attributes().portGuid().toString();
            String gid = port.attributes().defaultGid().toString();
            for (String match : new String[] {guid, gid}) {
                application
                        .withPropertyValues("rdma.end-ports.storage.match=" + match)
                        .run(context ->
                                assertThat(context.getBean("storageEndPort")).hasToString("emb0/1"));
            }
        });
    }

    @Test
    void acceptsTheShortForm() {
        application
                .withPropertyValues("rdma.end-ports.storage=emb0/1")
                .run(context -> assertThat(context.getBean("storageEndPort")).hasToString("emb0/1"));
    }

    @Test
    void injectsTheDefaultEndPortWithoutAQualifier() {
        application
                .withPropertyValues("rdma.end-ports.storage=emb0/1")
                .withUserConfiguration(Injected.class)
                .run(context -> {
                    assertThat(context.getBean(EndPort.class)).isSameAs(context.getBean("endPort"));
                    Uses uses = context.getBean(Uses.class);
                    assertThat(uses.port()).isSameAs(context.getBean("storageEndPort"));
                    assertThat(uses.mad()).isSameAs(context.getBean("storageMadTransactor"));
                    assertThat(uses.sa()).isSameAs(context.getBean("storageSaClient"));
                    assertThat(context.getBean(MadTransactor.class)).isNotSameAs(uses.mad());
                    assertThat(context.getBean(SaClient.class)).isNotSameAs(uses.sa());
                });
    }

    record Uses(EndPort port, MadTransactor mad, SaClient sa) {}

    @Configuration(proxyBeanMethods = false)
    static class Injected {
        @Bean
        Uses uses(
                @Qualifier("storage") EndPort port,
                @Qualifier("storage") MadTransactor mad,
                @Qualifier("storage") SaClient sa) {
            return new Uses(port, mad, sa);
        }
    }

    @Test
    void appliesTheOptionsOfANamedEndPort() {
        application
                .withPropertyValues(
                        "rdma.end-ports.storage.match=emb0/1",
                        "rdma.end-ports.storage.mad.timeout=70ms",
                        "rdma.end-ports.storage.mad.retries=3",
                        "rdma.end-ports.storage.mad.outstanding=7",
                        "rdma.end-ports.other=emb0/1")
                .run(context -> {
                    MadTransactor mad = context.getBean("storageMadTransactor", MadTransactor.class);
                    assertThat(mad.options().timeout()).isEqualTo(Duration.ofMillis(70));
                    assertThat(mad.options().retries()).isEqualTo(3);
                    assertThat(mad.options().outstanding()).isEqualTo(7);
                    assertThat(mad.subnGet(NodeDescription.class, DirectedPath.self())
                                    .nodeString())
                            .isEqualTo("host0");
                    assertThat(context.getBean("otherMadTransactor", MadTransactor.class)
                                    .options())
                            .isEqualTo(context.getBean(MadTransactor.class).options());
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5_0/1", "mlx5_*/1"})
    void omitsAnOptionalEndPortThatDoesNotExist(String match) {
        application
                .withPropertyValues("rdma.end-ports.storage.match=" + match, "rdma.end-ports.storage.required=false")
                .withUserConfiguration(Absent.class)
                .run(context -> assertThat(context.getBean("found")).isEqualTo("none, none, none"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Absent {
        @Bean
        String found(
                @Qualifier("storage") ObjectProvider<EndPort> port,
                @Qualifier("storage") ObjectProvider<MadTransactor> mad,
                @Qualifier("storage") ObjectProvider<SaClient> sa) {
            return text(port) + ", " + text(mad) + ", " + text(sa);
        }

        private static String text(ObjectProvider<?> provider) {
            return provider.getIfAvailable() == null ? "none" : "there";
        }
    }

    @Test
    void failsIfAPatternMatchesTwoEndPorts() {
        EmbeddedFabric fabric = EmbeddedFabric.open("src/test/resources/nets/two-ports.net");
        Fabrics.at(fabric, "left")
                .withPropertyValues("rdma.end-ports.storage=emb0/*")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(RdmaConfigurationException.class)
                        .hasMessage(
                                "rdma.end-ports.storage.match: 'emb0/*' matches emb0/1, emb0/2, but must match one end"
                                        + " port"));
    }

    @Test
    void failsIfTheEndPortIsNotActive() {
        MockedProvider.port(PortState.DOWN);
        Fabrics.bare()
                .withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .withPropertyValues("rdma.end-ports.storage.match=mock0/1", "rdma.end-ports.storage.active=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith(
                                "rdma.end-ports.storage.active: end port mock0/1 is in state Down, not Active"));
    }

    @Test
    void omitsTheTransactorIfTheSystemDeniesAccess() {
        MockedProvider.managementFails(new SysException("umad_open_port", "mock0/1", Errno.EACCES, "run as root"));
        Fabrics.bare()
                .withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS)
                .withPropertyValues("rdma.end-ports.storage=mock0/1")
                .run(context -> assertThat(
                                context.getBean("storageMadTransactor").equals(null))
                        .isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"storage", "storageEndPort"})
    void beanOfTheApplicationReplacesAnEntry(String name) {
        application
                .withPropertyValues("rdma.end-ports.storage=mlx5_7/1")
                .withUserConfiguration(name.equals("storage") ? OwnEntry.class : OwnBean.class)
                .run(context -> {
                    assertThat(context.getBean(name)).hasToString("emb0/1");
                    assertThat(context.getBean("storageMadTransactor", MadTransactor.class)
                                    .endPort())
                            .isSameAs(context.getBean(name));
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnEntry {
        @Bean
        EndPort storage(Rdma rdma) {
            return rdma.endPort("emb0/1");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBean {
        @Bean
        @Qualifier("storage") EndPort storageEndPort(Rdma rdma) {
            return rdma.endPort("emb0/1");
        }
    }

    @Test
    void otherBeanMayHaveTheNameOfAnEntry() {
        application
                .withPropertyValues("rdma.end-ports.storage=emb0/1")
                .withBean("storage", String.class, () -> "mine")
                .run(context ->
                        assertThat(context).hasNotFailed().hasBean("storage").hasBean("storageEndPort"));
    }

    @Test
    void rejectsTheNameOfAnotherBean() {
        application
                .withPropertyValues("rdma.end-ports.storage=emb0/1")
                .withBean("storageEndPort", String.class, () -> "mine")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage("rdma.end-ports.storage: there is already a bean 'storageEndPort', which is not a"
                                + " EndPort but a String"));
    }
}
