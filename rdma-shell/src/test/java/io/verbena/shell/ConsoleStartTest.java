package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.shell.console.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A console whose properties are wrong does not open, and says why in one line. */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleStartTest {
    private static final String LOCATION = "spring.config.location";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma.mad.retries  | abc     | is 'abc', which is not a whole number. Set rdma.mad.retries to a whole number.",
                "rdma.mad.retries  | -1      | rdma.mad: retries -1 is out of range; expected 0 to 1000",
                "rdma.mad.timeout  | 5x      | is '5x', which is not a duration, such as 500ms or 2s",
                "rdma.mad.outstanding | 9999 | outstanding requests 9999 is out of range; expected 1 to 4096",
                "rdma.mad.retrys   | 3       | rdma.mad.retrys: unknown property",
                "rdma.mad.retrys   | 3       | the nearest is rdma.mad.retries",
                "rdma.fabric.type  | embeded | is 'embeded', which is not one of native, embedded; the nearest is embedded",
                "rdma.fabric.topology | two-node | set rdma.fabric.type=embedded or remove the topology",
            })
    void reportsTheInvalidPropertyAndItsValidValues(
            String property, String value, String message, CapturedOutput output, @TempDir Path directory)
            throws IOException {
        Files.writeString(directory.resolve("application.yml"), property + ": " + value);
        System.setProperty(LOCATION, directory + "/");
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Console.run(VerbenaConsole.class))
                    .withMessageContaining(property.replaceFirst("\\.[^.]*$", ""))
                    .withMessageContaining(message)
                    .satisfies(failure -> assertThat(failure.toString()).hasLineCount(1));
        } finally {
            System.clearProperty(LOCATION);
        }
        assertThat(output.getAll()).doesNotContain("APPLICATION FAILED TO START", "Exception");
    }
}
