package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.diag.SystemStatusClient.Processor;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text in datagrams of ping and system status. */
class HostTextTest {
    private static final Processor FIRST = new Processor(0, "AMD EPYC", 2596.128);

    @Test
    void textEndsAtNulAndContainsNoControlCharacters() {
        assertThat(DatagramText.read("node1.(none)\0rest".getBytes(UTF_8))).isEqualTo("node1.(none)");
        assertThat(DatagramText.read("a\u001b[31m\nb".getBytes(UTF_8))).isEqualTo("a [31m\nb");
        assertThat(DatagramText.read("a\u009b31m\n\u202eb\u2028\n".getBytes(UTF_8)))
                .isEqualTo("a 31m\n b \n");
        assertThat(DatagramText.read(new byte[0])).isEmpty();
    }

    @Test
    void longTextIsTruncatedAtACharacterBoundary() {
        assertThat(DatagramText.write("x".repeat(300))).hasSize(215);
        assertThat(DatagramText.write("x" + "é".repeat(150))).hasSize(215);
        assertThat(DatagramText.write("é".repeat(150))).hasSize(214);
    }

    @Test
    void eachProcessorIsALine() {
        List<Processor> processors = List.of(FIRST, new Processor(1, "", 0));

        String text = Processor.write(processors);

        assertThat(text).isEqualTo("cpu 0: model AMD EPYC MHZ 2596.128\ncpu 1: model  MHZ 0.000\n");
        assertThat(Processor.read(text)).isEqualTo(processors);
    }

    @Test
    void onlyWholeLinesThatFitIntoADatagramAreSent() {
        String text = Processor.write(Collections.nCopies(64, FIRST));

        assertThat(text).hasSizeLessThan(216).endsWith("\n");
        assertThat(Processor.read(text)).hasSize(6).containsOnly(FIRST);
        assertThat(Processor.read(text + "cpu 7: model AM")).hasSize(6);
        assertThat(Processor.read("cpu 1: model a MHZ 1.2.3")).containsExactly(new Processor(1, "a", 0));
    }

    @Test
    void leadingBlanksOfIbsysstatAreStripped() {
        assertThat(Processor.read("cpu 0: model  AMD EPYC MHZ  2596.128\n")).containsExactly(FIRST);
    }

    @Test
    void processorsAreReadFromTheKernel() {
        assertThat(LocalHost.processors(List.of(
                        "processor\t: 0",
                        "model name\t: A: B",
                        "cpu MHz\t\t: 99.5",
                        "",
                        "processor\t: 3",
                        "flags\t: fpu")))
                .containsExactly(new Processor(0, "A: B", 99.5), new Processor(3, "", 0));
        assertThat(LocalHost.processors(List.of("model name : without a number")))
                .isEmpty();
        assertThat(LocalHost.name()).contains(".").doesNotContain("\n");
    }
}
