package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);

    @Test
    void saysNothingOfWhatIsDoneWithinASecond() {
        new Progress(true, out, () -> "14 nodes").close();

        assertThat(written.toString()).isEmpty();
    }

    @Test
    void tellsHowFarItIsAfterASecondAndClearsTheLineAtTheEnd() throws Exception {
        Progress progress = new Progress(true, out, () -> "14 nodes");
        Thread.sleep(1300);
        progress.close();

        assertThat(written.toString()).startsWith("\r\u001b[K14 nodes").endsWith("\r\u001b[K");
    }

    @Test
    void saysNothingWhereNobodyLooks() throws Exception {
        Progress progress = new Progress(false, out, () -> "14 nodes");
        Thread.sleep(1300);
        progress.close();

        assertThat(written.toString()).isEmpty();
    }
}
