package io.verbena.samples.eventbus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class EventBusSampleTest {

    static String run(String... arguments) throws IOException {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        try {
            EventBusCluster.main(arguments);
        } finally {
            System.setOut(console);
        }
        return output.toString(UTF_8);
    }

    @Test
    void survivesTheEndOfAMember() throws IOException {
        assertThat(run()).isEqualTo(expected());
    }

    /** Returns the expected output; a suite in the test bed runs in the root of the checkout. */
    static String expected() throws IOException {
        Path file = Path.of(System.getProperty("basedir", "samples/event-bus"), "expected.txt");
        return Files.readString(file);
    }
}
