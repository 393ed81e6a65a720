package io.verbena.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.mad.MadKeys;
import io.verbena.mad.MadOptions;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.FabricType;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.MadTransport;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

class RdmaPropertiesTest {
    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Application.class);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RdmaProperties.class)
    static class Application {}

    @Test
    void haveTheDefaultsOfTheLibrary() {
        with(properties -> {
            assertThat(properties.fabric()).isEqualTo(new RdmaProperties.Fabric(FabricType.NATIVE, null, null));
            assertThat(properties.endPort()).isNull();
            assertThat(properties.mad().options()).isEqualTo(MadOptions.DEFAULTS);
            assertThat(properties.trace()).isEqualTo(new RdmaProperties.Trace(null, null));
        });
    }

    @Test
    void bindTheType() {
        with(
                properties -> assertThat(properties.fabric().type()).isEqualTo(FabricType.EMBEDDED),
                "rdma.fabric.type=embedded");
    }

    @Test
    void bindTheTopology() {
        with(
                properties -> assertThat(properties.fabric().topology()).isEqualTo("fat-tree:2,4,4"),
                "rdma.fabric.type=embedded",
                "rdma.fabric.topology=fat-tree:2,4,4");
    }

    @Test
    void bindTheEndPort() {
        with(properties -> assertThat(properties.endPort()).isEqualTo("mlx5_0/1"), "rdma.end-port=mlx5_0/1");
    }

    @Test
    void bindTheEndPortInAnyRelaxedForm() {
        with(properties -> assertThat(properties.endPort()).isEqualTo("mlx5_0/1"), "rdma.endPort=mlx5_0/1");
        with(properties -> assertThat(properties.endPort()).isEqualTo("mlx5_0/1"), "rdma.endport=mlx5_0/1");
    }

    @Test
    void bindTheNumberOfOutstandingRequests() {
        with(properties -> assertThat(properties.mad().options().outstanding()).isEqualTo(8), "rdma.mad.outstanding=8");
    }

    @Test
    void bindTheTimeout() {
        with(
                properties -> assertThat(properties.mad().options().timeout()).isEqualTo(Duration.ofSeconds(2)),
                "rdma.mad.timeout=2s");
    }

    @Test
    void bindTheRetries() {
        with(properties -> assertThat(properties.mad().options().retries()).isZero(), "rdma.mad.retries=0");
    }

    @Test
    void bindTheTransport() {
        with(
                properties -> assertThat(properties.mad().transport()).isEqualTo(MadTransport.VERBS),
                "rdma.mad.transport=verbs");
    }

    @Test
    void bindTheTrace() {
        with(
                properties -> assertThat(properties.trace())
                        .isEqualTo(new RdmaProperties.Trace("fabric.pcap", DataSize.ofMegabytes(100))),
                "rdma.trace.pcap=fabric.pcap",
                "rdma.trace.max-size=100MB");
    }

    @Test
    void rejectACaptureSizeThatIsTooSmall() {
        for (String pair : new String[] {"rdma.trace.max-size=1KB", "rdma.trace.pcap="}) {
            application
                    .withPropertyValues(pair)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .hasMessageStartingWith(pair.substring(0, pair.indexOf('=')) + " is "));
        }
    }

    @Test
    void bindTheShutdownTimeout() {
        with(
                properties -> assertThat(properties.shutdownTimeout()).isEqualTo(Duration.ofSeconds(3)),
                "rdma.shutdown-timeout=3s");
        application
                .withPropertyValues("rdma.shutdown-timeout=2h")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("rdma.shutdown-timeout is 7200000 ms; it must be from 0 to 1h"));
    }

    @Test
    void bindKeysWithoutShowingThem() {
        with(
                properties -> {
                    assertThat(properties.mad().options().keys()).isEqualTo(new MadKeys(0xabcdef12L, 77, 0));
                    assertThat(properties.toString())
                            .contains("mKey=hidden, smKey=hidden")
                            .doesNotContainIgnoringCase("abcdef12");
                },
                "rdma.mad.m-key=0xabcdef12",
                "rdma.mad.sm-key=77");
    }

    @Test
    void rejectAnInvalidKeyWithoutShowingIt() {
        application
                .withPropertyValues("rdma.mad.m-key=0xsecret")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("rdma.mad.m-key is not a 64-bit number; write 0x and up to 16 hexadecimal digits"
                                + " (the value is not shown)"));
    }

    private void with(Consumer<RdmaProperties> expectation, String... pairs) {
        application.withPropertyValues(pairs).run(context -> {
            assertThat(context).hasNotFailed();
            expectation.accept(context.getBean(RdmaProperties.class));
        });
    }
}
