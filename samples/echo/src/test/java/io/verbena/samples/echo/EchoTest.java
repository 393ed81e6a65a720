package io.verbena.samples.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the sample on the embedded fabric. */
@Timeout(60)
class EchoTest {
    @Test
    void runsServerAndClientWithoutArguments() throws IOException, InterruptedException {
        try (Program both = new Program()) {
            assertThat(both.line()).isEqualTo("echo: listening at 10.0.0.1:7471");
            assertThat(both.line()).isEqualTo("Hello");
            assertThat(both.end()).isZero();
        }
    }
}
