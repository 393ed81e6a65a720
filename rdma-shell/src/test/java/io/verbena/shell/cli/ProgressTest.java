package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);

    @Test
    void showsNothingDuringTheFirstSecond() {
        new Progress(true, out, () -> "14 nodes").close();

        assertThat(written.toString()).isEmpty();
    }

    @Test
    void showsProgressAfterASecondAndClearsTheLineWhenClosed() throws Exception {
        Progress progress = new Progress(true, out, () -> "14 nodes");
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (written.toString().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        progress.close();

        assertThat(written.toString()).startsWith("\r\u001b[K14 nodes").endsWith("\r\u001b[K");
    }

    @Test
    void showsNothingUnlessEnabled() throws Exception {
        Progress progress = new Progress(false, out, () -> "14 nodes");
        Thread.sleep(1300);
        progress.close();

        assertThat(written.toString()).isEmpty();
    }
}
