package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.test.RdmaTest;
import io.verbena.spring.boot.test.assertj.RdmaAssertions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;

@RdmaTest(
        topology = "fat-tree:1,2,1",
        properties = {"rdma.mad.retries=3", "of-the-test=yes"})
class RdmaTestTest {
    @Autowired
    private ApplicationContext context;

    @Autowired
    private EmbeddedFabric fabric;

    @Test
    void runsOnTheEmbeddedFabricWhateverTheApplicationNames(Rdma rdma, EndPort endPort, MadTransactor mad) {
        assertThat(context.getBean(Environment.class).getProperty("rdma.fabric.type"))
                .isEqualTo("native");
        assertThat(rdma.devices()).singleElement().hasToString("emb0");
        assertThat(endPort).hasToString("emb0/1");
        RdmaAssertions.assertThat(rdma.discovery(mad).run()).hasNodes(5);
    }

    @Test
    void startsOnlyTheRdmaAutoConfigurations() {
        assertThat(context.getBeansWithAnnotation(AutoConfiguration.class).values())
                .extracting(configuration -> configuration.getClass().getName())
                .contains(RdmaAutoConfiguration.class.getName())
                .allSatisfy(name -> assertThat(name).startsWith("io.verbena.spring.boot."));
    }

    @Test
    void includesOnlyListenersAndCustomizers(MadTransactor mad, Rdma rdma) {
        assertThat(context.getBeansWithAnnotation(SpringBootApplication.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(Uplinks.class)).isEmpty();
        assertThat(context.getBeanNamesForType(Reverser.class)).hasSize(1);
        CallCounter counter = context.getBean(CallCounter.class);
        int before = counter.calls.get();
        rdma.discovery(mad).run();
        assertThat(counter.calls.get()).isGreaterThan(before);
    }

    @Test
    void addsItsProperties(MadTransactor mad) {
        assertThat(mad.options().retries()).isEqualTo(3);
        assertThat(mad.options().timeout()).isEqualTo(Duration.ofMillis(100));
        assertThat(context.getEnvironment().getProperty("of-the-test")).isEqualTo("yes");
    }

    @Test
    void injectsBeansIntoParametersAndFields(
            EmbeddedFabric asParameter, SaClient sa, @Autowired EmbeddedFabric bySpring) {
        assertThat(asParameter).isSameAs(fabric).isSameAs(bySpring);
        assertThat(sa).isSameAs(context.getBean(SaClient.class));
        assertThat(context.getBean(RdmaFabricDetails.class).fabric()).isEqualTo("embedded:fat-tree:1,2,1");
    }
}
