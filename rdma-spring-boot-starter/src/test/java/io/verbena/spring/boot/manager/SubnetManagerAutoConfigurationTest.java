package io.verbena.spring.boot.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.PortState;
import io.verbena.iba.SmState;
import io.verbena.sm.SubnetManager;
import io.verbena.spring.boot.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SubnetManagerAutoConfigurationTest {
    private static ApplicationContextRunner at(EmbeddedFabric fabric) {
        return Fabrics.at(fabric, "host0")
                .withConfiguration(AutoConfigurations.of(SubnetManagerAutoConfiguration.class));
    }

    @Test
    void runsASubnetManagerIfItIsEnabled() {
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder("fat-tree:2,2,2").unmanaged().open()) {
            at(fabric)
                    .withPropertyValues("rdma.subnet-manager.enabled=true", "rdma.subnet-manager.routing=fat-tree")
                    .run(context -> {
                        SubnetManager manager = context.getBean(SubnetManager.class);
                        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
                        while (manager.report().number() == 0 && System.nanoTime() < end) {
                            Thread.sleep(10);
                        }
                        assertThat(manager.state()).isEqualTo(SmState.MASTER);
                        assertThat(fabric.node("host3").port(1).state()).isEqualTo(PortState.ACTIVE);
                    });
        }
    }

    @Test
    void appliesItsProperties(@TempDir Path folder) throws IOException {
        Path lids = folder.resolve("guid2lid");
        Path partitions = Files.writeString(folder.resolve("partitions.conf"), "Default=0x7fff : ALL=full;\n");
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder("fat-tree:2,2,2").unmanaged().open()) {
            at(fabric)
                    .withPropertyValues(
                            "rdma.subnet-manager.enabled=true",
                            "rdma.subnet-manager.interval=200ms",
                            "rdma.subnet-manager.lmc=1",
                            "rdma.subnet-manager.lid-file=" + lids,
                            "rdma.subnet-manager.partitions=" + partitions)
                    .run(context -> {
                        SubnetManager manager = context.getBean(SubnetManager.class);
                        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
                        while (!Files.exists(lids) && System.nanoTime() < end) {
                            Thread.sleep(10);
                        }
                        assertThat(manager.state()).isEqualTo(SmState.MASTER);
                        assertThat(Files.readAllLines(lids)).hasSizeGreaterThanOrEqualTo(8);
                        assertThat(context.getBean(SubnetManagerProperties.class))
                                .returns(Duration.ofMillis(200), SubnetManagerProperties::interval)
                                .returns(1, SubnetManagerProperties::lmc);
                    });
        }
    }

    @Test
    void runsNoneByDefault() {
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder("fat-tree:2,2,2").unmanaged().open()) {
            at(fabric).run(context -> assertThat(context).doesNotHaveBean(SubnetManager.class));
        }
    }

    @Test
    void namesAnInvalidProperty() {
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder("fat-tree:2,2,2").unmanaged().open()) {
            at(fabric)
                    .withPropertyValues("rdma.subnet-manager.enabled=true", "rdma.subnet-manager.priority=16")
                    .run(context -> assertThat(context.getStartupFailure())
                            .rootCause()
                            .hasMessageContaining("priority 16 is out of range; expected 0 to 15"));
        }
    }
}
