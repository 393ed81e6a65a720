package io.verbena.spring.boot.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.metrics.RdmaMeter;
import io.verbena.spring.boot.metrics.RdmaMetricsAutoConfiguration;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.core.io.ClassPathResource;

/** Checks that docs/properties.md and docs/meters.md match the metadata and the meters. */
class ReferenceTest {
    private static final Path HOME = Path.of(System.getProperty("basedir", "."));

    @Test
    void allPropertiesAreInTheReference() throws Exception {
        String metadata = new ClassPathResource(
                        "META-INF/spring-configuration-metadata.json", RdmaAutoConfiguration.class.getClassLoader())
                .getContentAsString(StandardCharsets.UTF_8);
        isTheDocument(
                "properties.md",
                new PropertiesReference(HOME.resolve("src").resolve("main").resolve("java")).text(metadata));
    }

    @Test
    void allMetersAreInTheReference() throws IOException {
        isTheDocument("meters.md", new MetersReference().text());
    }

    @Test
    void registeredMetersMatchTheReference() {
        Fabrics.twoNodes()
                .withConfiguration(AutoConfigurations.of(
                        RdmaSubnetAutoConfiguration.class,
                        MetricsAutoConfiguration.class,
                        RdmaMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    assertThat(context.getBean(RegisteredByteBufAllocator.class).largest())
                            .isPositive();
                    context.getBean(EmbeddedFabric.class).node("host0").port(1).counter("portXmitWait", 3);
                    context.getBean(SubnetService.class).refresh();
                    List<Meter> meters = context.getBean(MeterRegistry.class).getMeters().stream()
                            .filter(meter -> meter.getId().getName().startsWith("rdma."))
                            .toList();
                    assertThat(meters.stream()
                                    .map(meter -> meter.getId().getName())
                                    .distinct())
                            .containsExactlyInAnyOrderElementsOf(Stream.of(RdmaMeter.values())
                                    .map(RdmaMeter::getName)
                                    .toList());
                    assertThat(meters).allSatisfy(meter -> isAsDocumented(meter.getId()));
                });
    }

    private static void isAsDocumented(Meter.Id meter) {
        RdmaMeter documented = Stream.of(RdmaMeter.values())
                .filter(known -> known.getName().equals(meter.getName()))
                .findFirst()
                .orElseThrow();
        assertThat(meter.getTags().stream().map(Tag::getKey))
                .as(meter.toString())
                .containsExactlyInAnyOrderElementsOf(Stream.of(documented.getKeyNames())
                        .map(key -> key.asString())
                        .toList());
        assertThat(meter.getDescription()).as(meter.toString()).isEqualTo(documented.description());
        assertThat(meter.getType()).as(meter.toString()).isEqualTo(documented.getType());
        if (documented.getType() != Meter.Type.TIMER) {
            assertThat(meter.getBaseUnit()).as(meter.toString()).isEqualTo(documented.getBaseUnit());
        }
    }

    private static void isTheDocument(String name, String text) throws IOException {
        Path written = HOME.resolve("target").resolve(name);
        Files.createDirectories(written.getParent());
        Files.writeString(written, text);

        assertThat(HOME.resolve("..").resolve("docs").resolve(name))
                .as("the expected content is in %s; copy it", written)
                .hasContent(text);
    }
}
