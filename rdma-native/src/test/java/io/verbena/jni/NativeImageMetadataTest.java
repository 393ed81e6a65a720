package io.verbena.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metadata for native images names what the C code of this module accesses; no native image is built. */
class NativeImageMetadataTest {
    private static final String METADATA = "/META-INF/native-image/io.verbena/rdma-native/";
    private static final Path GENERATED = Path.of("target/generated-sources/native");

    @Test
    void namesEachClassWhoseFieldsAreAccessed() {
        assertThat(matches("\"name\": \"io\\.verbena\\.[a-z.0-9]+([A-Z]\\w+)\"", text("jni-config.json")))
                .isNotEmpty()
                .isEqualTo(matches("GetFieldID\\(env, (\\w+)Fc\\.clazz", generated()));
    }

    @Test
    void namesEachClassThatIsLookedUp() {
        Set<String> lookedUp = matches("FindClass\\(env, \"([^\"]+)\"", generated());
        assertThat(lookedUp).containsExactly("java/lang/OutOfMemoryError");
        assertThat(text("jni-config.json")).contains("\"java.lang.OutOfMemoryError\"");
    }

    @Test
    void namesExistingClasses() throws ClassNotFoundException {
        for (String name : matches("\"name\": \"(io[^\"]+)\"", text("jni-config.json"))) {
            assertThat(Class.forName(name)).isNotNull();
        }
    }

    @Test
    void includesTheLibraries() {
        Set<String> patterns = matches("\"pattern\": \"([^\"]+)\"", text("resource-config.json"));
        assertThat(patterns)
                .singleElement()
                .satisfies(pattern -> assertThat("META-INF/native/linux64/amd64/libverbena_base.so")
                        .matches(pattern.replace("\\\\", "\\")));
    }

    private static String text(String file) {
        try (InputStream in = NativeImageMetadataTest.class.getResourceAsStream(METADATA + file)) {
            assertThat(in).as(file).isNotNull();
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String generated() {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(GENERATED)) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".c"))::iterator) {
                text.append(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static Set<String> matches(String pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
