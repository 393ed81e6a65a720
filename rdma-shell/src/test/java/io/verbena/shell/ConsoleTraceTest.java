package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.error.RdmaException;
import io.verbena.shell.console.Console;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The console keeps all packets, a command its own. */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleTraceTest {
    private static final String QUERY = "smpquery nodeinfo 1\n";
    private static final long HEADER = 24;

    // A datagram of 256 bytes with its headers and checksums, and what pcap and ERF put before it.
    private static final long PACKET = 16 + 16 + 8 + 12 + 8 + 256 + 4 + 2;

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void nameTheTrace() {
        trace = folder.resolve("fabric.pcap");
    }

    @Test
    void consoleCapturesThePacketsOfAllCommands() throws Exception {
        console(QUERY + "ibstat\n" + QUERY, "--pcap", trace.toString());

        assertThat(packets(trace)).isEqualTo(4);
    }

    @Test
    void commandCapturesItsOwnPacketsOnly() throws Exception {
        console(QUERY + QUERY.strip() + " --pcap " + trace + "\n" + QUERY);

        assertThat(packets(trace)).isEqualTo(2);
    }

    @Test
    void commandMayCaptureInAdditionToTheConsole() throws Exception {
        Path own = folder.resolve("own.pcap");

        console(QUERY + QUERY.strip() + " --pcap " + own + "\n", "--pcap", trace.toString());

        assertThat(packets(trace)).isEqualTo(4);
        assertThat(packets(own)).isEqualTo(2);
    }

    @Test
    void sharedCaptureFileContainsEachPacketOnce() throws Exception {
        String other = folder + "/../" + folder.getFileName() + "/fabric.pcap";

        console(QUERY.strip() + " --pcap " + other + "\n" + QUERY, "--pcap", trace.toString());

        assertThat(packets(trace)).isEqualTo(4);
    }

    @Test
    void consoleDoesNotStartWithoutItsCaptureFile(CapturedOutput output) {
        assertThatThrownBy(() -> console(QUERY, "--pcap", "/nowhere/fabric.pcap"))
                .isInstanceOf(RdmaException.class)
                .hasMessageStartingWith("cannot trace to /nowhere/fabric.pcap: ")
                .satisfies(failure -> assertThat(failure.toString()).hasLineCount(1));
        assertThat(output.getAll()).isEmpty();
    }

    @Test
    void consoleOverwritesNoFileOfAnotherFormat(CapturedOutput output) throws IOException {
        Files.writeString(trace, "a letter");

        assertThatThrownBy(() -> console(QUERY, "--pcap", trace.toString()))
                .hasMessageContaining("it is there already, and is no trace");
        assertThat(trace).hasContent("a letter");
        assertThat(output.getAll()).isEmpty();
    }

    @Test
    void consoleSurvivesACommandThatCannotCapture(CapturedOutput output) throws Exception {
        assertThat(console(QUERY.strip() + " --pcap /nowhere/fabric.pcap\nsmpquery -D nodedesc 0\n"))
                .isZero();

        assertThat(output.getErr())
                .startsWith("verbena: cannot trace to /nowhere/fabric.pcap: ")
                .hasLineCount(1);
        assertThat(output.getOut()).contains("host0");
    }

    private static int console(String input, String... arguments) throws Exception {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            String[] all = new String[arguments.length + 2];
            all[0] = "--fabric";
            all[1] = "embedded";
            System.arraycopy(arguments, 0, all, 2, arguments.length);
            return Console.run(VerbenaConsole.class, all);
        } finally {
            System.setIn(before);
        }
    }

    private static double packets(Path file) throws IOException {
        return (double) (Files.size(file) - HEADER) / PACKET;
    }
}
