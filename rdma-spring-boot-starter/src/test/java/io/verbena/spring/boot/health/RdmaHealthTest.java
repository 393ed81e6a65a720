package io.verbena.spring.boot.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.spi.RdmaDriver;
import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class RdmaHealthTest {
    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RdmaAutoConfiguration.class, RdmaHealthContributorAutoConfiguration.class));
    private final ApplicationContextRunner embedded = bare.withPropertyValues("rdma.fabric.type=embedded");
    private final ApplicationContextRunner mocked =
            bare.withBean(RdmaFabricDetails.class, () -> MockedProvider.DETAILS);

    @Test
    void isUpWithDetailsOnAnActivePort() {
        embedded.run(context -> {
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            assertThat(health(context).getDetails())
                    .isEqualTo(Map.of(
                            "endPort", "emb0/1",
                            "state", "Active",
                            "physicalState", "LinkUp",
                            "lid", 2,
                            "smLid", 2,
                            "rate", "100 Gb/s"));
        });
    }

    @ParameterizedTest
    @CsvSource({"ACTIVE, UP", "INITIALIZE, OUT_OF_SERVICE", "ARMED, OUT_OF_SERVICE", "DOWN, DOWN", "UNKNOWN, DOWN"})
    void followsTheStateOfThePort(PortState state, String status) {
        MockedProvider.port(state);
        mocked.run(context -> assertThat(health(context).getStatus().getCode()).isEqualTo(status));
    }

    @Test
    void isDownWithTheReasonIfThePortCannotBeRead() {
        RdmaDriver driver = MockedProvider.port(PortState.ACTIVE);
        mocked.run(context -> {
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            given(driver.device(anyString())).willThrow(new SysException("umad_get_ca", "mock0", Errno.EIO, ""));
            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(context).getDetails())
                    .containsEntry("error", "umad_get_ca(mock0) failed: input/output error (EIO)");
        });
    }

    @Test
    void isDownWithTheReasonWithoutADevice() {
        MockedProvider.noDevice();
        mocked.run(context -> {
            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(context).getDetails().get("error"))
                    .asString()
                    .startsWith("this host has no RDMA device;");
        });
    }

    @Test
    void reportsWhyTheManagementBeansAreAbsent() {
        MockedProvider.managementFails(new SysException("umad_open_port", "mock0/1", Errno.EPERM, ""));
        mocked.run(context -> {
            assertThat(context.getBeanProvider(MadTransactor.class).getIfAvailable())
                    .isNull();
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            assertThat(health(context).getDetails())
                    .containsEntry("management", "umad_open_port(mock0/1) failed: operation not permitted (EPERM)");
        });
    }

    @Test
    void isAbsentIfDisabled() {
        embedded.withPropertyValues("management.health.rdma.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void backsOffWithoutTheHealthModule() {
        embedded.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context ->
                        assertThat(context).hasNotFailed().hasBean("rdma").doesNotHaveBean("rdmaHealthIndicator"));
    }

    @Test
    void backsOffForAnIndicatorOfTheApplication() {
        embedded.withBean(
                        "rdmaHealthIndicator",
                        HealthIndicator.class,
                        () -> () -> Health.unknown().build())
                .run(context -> assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN));
    }

    private static Health health(ApplicationContext context) {
        Health health = context.getBean(HealthIndicator.class).health();
        assertThat(health).isNotNull();
        return health;
    }
}
