package io.verbena.spring.boot.test.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the example of docs/spring.md is the test that runs here. */
class SpringTestDocumentTest {
    private static final Path BASE = Path.of(System.getProperty("basedir", "."));
    private static final Path SOURCE =
            BASE.resolve("src/test/java/io/verbena/spring/boot/test/application/UplinksTest.java");

    @Test
    void exampleMatchesTheTest() throws IOException {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("@RdmaTest("));

        assertThat(Pattern.compile("```java\n(@RdmaTest.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(BASE.resolve("../docs/spring.md")))
                        .results())
                .singleElement()
                .satisfies(block -> assertThat(block.group(1)).isEqualTo(shown));
    }
}
