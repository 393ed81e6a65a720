package io.verbena.hca;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The metadata for native images names the records that {@link AttributeText} reads by reflection. */
class ReflectionMetadataTest {
    private static final String METADATA = "/META-INF/native-image/io.verbena/rdma-core-java/";

    @Test
    void namesEachRecordOfThePackage() {
        List<String> records = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.verbena.hca")
                        .stream()
                        .filter(JavaClass::isRecord)
                        .map(JavaClass::getName)
                        .sorted()
                        .toList();
        assertThat(names("reflect-config.json")).isNotEmpty().isEqualTo(records);
    }

    @Test
    void namesTheAllocatorThatNativeCodeCalls() throws ClassNotFoundException, NoSuchMethodException {
        assertThat(names("jni-config.json")).contains("io.verbena.linux.LinuxAllocator", "allocate", "free");
        Class<?> allocator = Class.forName("io.verbena.linux.LinuxAllocator");
        assertThat(allocator
                        .getDeclaredMethod("allocate", long.class, long.class, long.class)
                        .getReturnType())
                .isEqualTo(long.class);
        assertThat(allocator.getDeclaredMethod("free", long.class, long.class)).isNotNull();
    }

    private static List<String> names(String file) {
        try (InputStream in = ReflectionMetadataTest.class.getResourceAsStream(METADATA + file)) {
            assertThat(in).as(file).isNotNull();
            return Pattern.compile("\"name\": \"([^\"]+)\"")
                    .matcher(new String(in.readAllBytes(), UTF_8))
                    .results()
                    .map(match -> match.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
