package io.verbena.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;

/** Checks that the tests and the metadata cover all properties. */
class PropertyCoverageTest {
    private static final Path TESTS = Path.of(System.getProperty("basedir", "."), "src", "test", "java");
    private static final ClassLoader CLASSES = PropertyCoverageTest.class.getClassLoader();

    @Test
    void everyPropertyIsSetByATest() throws IOException {
        String tests;
        try (Stream<Path> files = Files.walk(TESTS)) {
            tests = files.filter(file -> file.toString().endsWith("Test.java"))
                    .map(PropertyCoverageTest::read)
                    .collect(Collectors.joining());
        }
        assertThat(KnownProperties.of(CLASSES).names())
                .filteredOn(name -> !name.endsWith("*"))
                .hasSizeGreaterThan(50)
                .allSatisfy(name -> assertThat(isSet(name, tests)).as(name).isTrue());
    }

    private static boolean isSet(String name, String tests) {
        String pattern = name.replace(".", "\\.").replace("*", "[a-z]+");
        return Pattern.compile("[\"-]" + pattern + "=").matcher(tests).find();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPropertyIsDescribed() throws IOException {
        String metadata = new ClassPathResource("META-INF/spring-configuration-metadata.json", CLASSES)
                .getContentAsString(StandardCharsets.UTF_8);
        List<?> properties =
                (List<?>) JsonParserFactory.getJsonParser().parseMap(metadata).get("properties");
        assertThat(properties).hasSizeGreaterThan(20).allSatisfy(property -> {
            Object description = ((Map<?, ?>) property).get("description");
            assertThat(description).as(property.toString()).isInstanceOf(String.class);
            assertThat((String) description).matches("(?s)[A-Z].*\\.").doesNotMatch("(The|A) .*");
        });
    }

    @Test
    void knowsThePropertiesOfMapEntries() {
        assertThat(KnownProperties.of(CLASSES).names())
                .contains(
                        "rdma.end-ports.*",
                        "rdma.end-ports.*.match",
                        "rdma.end-ports.*.mad.timeout",
                        "rdma.servers.*.messages.slot-size",
                        "rdma.buffers.protection-domains")
                .doesNotContain("rdma.servers.*.messages");
    }

    @Test
    void readsOtherModulesOnlyForUnknownProperties() {
        Looks looks = new Looks();
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RdmaAutoConfiguration.class))
                .withClassLoader(looks)
                .withPropertyValues("rdma.fabric.type=embedded", "rdma.servers.hello.messages.slot-size=4KB");
        application.run(context -> assertThat(context).hasNotFailed());
        assertThat(looks.count).isZero();

        application
                .withPropertyValues("rdma.fabric.tpye=embedded")
                .run(context -> assertThat(context).getFailure().isInstanceOf(RdmaConfigurationException.class));
        assertThat(looks.count).isOne();
    }

    @Test
    void knowsThePropertiesOfThisModule() {
        assertThat(KnownProperties.ofThisModule(CLASSES).names())
                .isEqualTo(KnownProperties.of(CLASSES).names());
    }

    /** Counts searches for the metadata of all modules. */
    private static final class Looks extends ClassLoader {
        private int count;

        Looks() {
            super(CLASSES);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (name.endsWith("spring-configuration-metadata.json")) {
                count++;
            }
            return super.getResources(name);
        }
    }
}
