package io.verbena.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.health.RdmaHealthContributorAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The beans of the starter on a fabric with a real subnet manager. */
@Tag("ibsim")
class RdmaIbsimTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RdmaAutoConfiguration.class, RdmaHealthContributorAutoConfiguration.class))
            .withPropertyValues("rdma.fabric.type=native", "rdma.mad.timeout=2s");

    @Test
    void discoversTheFabricByItsDefaultEndPort() {
        application.run(context -> {
            MadTransactor mad = context.getBean(MadTransactor.class);
            assertThat(context.getBean(Rdma.class).discovery(mad).run())
                    .satisfies(subnet -> assertThat(subnet.nodes()).hasSize(3))
                    .satisfies(subnet -> assertThat(subnet.failures()).isEmpty());
        });
    }

    @Test
    void isHealthyWhereTheSubnetManagerHasSetUpThePort() {
        application.run(context -> {
            Health health = context.getBean(HealthIndicator.class).health();
            assertThat(health).isNotNull();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("endPort", context.getBean(EndPort.class).name());
        });
    }
}
