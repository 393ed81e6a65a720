package io.verbena.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

/** No property is forgotten: neither by the tests nor by the metadata that editors show. */
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
    void knowsWhatBelongsToAnEntryOfAMap() {
        assertThat(KnownProperties.of(CLASSES).names())
                .contains(
                        "rdma.end-ports.*",
                        "rdma.end-ports.*.match",
                        "rdma.end-ports.*.mad.timeout",
                        "rdma.servers.*.messages.slot-size",
                        "rdma.buffers.protection-domains")
                .doesNotContain("rdma.servers.*.messages");
    }
}
