package io.verbena.samples.anywhere;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests the embedded fabric; {@code testbed/checks/one-jar} tests the others. */
@ExtendWith(OutputCaptureExtension.class)
class AnywhereTest {
    private static final Path HOME = Path.of(System.getProperty("basedir", "."));

    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        assertThat(status()).isZero();
        assertThat(output.getOut()).isEqualTo(Files.readString(HOME.resolve("expected.txt")));
    }

    @Test
    void appliesAnAdditionalConfigurationFile(CapturedOutput output) {
        assertThat(status("--spring.config.additional-location=" + HOME.resolve("embedded.yml")))
                .isZero();
        assertThat(output.getOut().lines())
                .containsExactly(
                        "emb0/1 is Active, InfiniBand",
                        "The subnet has 22 nodes and 24 links",
                        "The server says 'hello you at 10.0.0.1'");
    }

    private static int status(String... arguments) {
        return SpringApplication.exit(SpringApplication.run(AnywhereApplication.class, arguments));
    }
}
