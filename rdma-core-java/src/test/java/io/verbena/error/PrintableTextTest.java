package io.verbena.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {

    @Test
    void whatIsToBeSeenStays() {
        String text = "Größe 3 \u4E2D\u6587 \uD83D\uDE00 ~ \u00A0 \uE000";

        assertThat(PrintableText.of(text, '?')).isEqualTo(text);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "0000, NUL",
        "000A, the end of a line",
        "001B, what begins a command of a terminal",
        "007F, DEL",
        "0085, the end of a line of others",
        "009B, what begins a command of a terminal in one character",
        "00AD, a hyphen that is not seen",
        "200B, a blank without width",
        "202E, what turns text around",
        "2028, a separator of lines",
        "2029, a separator of paragraphs",
        "FEFF, a byte order mark",
        "D83D, the first half of a pair",
        "DE00, the second half of a pair",
        "E0041, a tag",
    })
    void whatIsNotToBeSeenIsReplaced(String code, String name) {
        String text = new String(new int[] {Integer.parseInt(code, 16)}, 0, 1);

        assertThat(PrintableText.of("a" + text + "b", '?')).isEqualTo("a?b");
        assertThat(PrintableText.of("a" + text + text + "b", ' ')).isEqualTo("a  b");
    }

    @Test
    void moreThanSoManyCharactersAreLeftOut() {
        assertThat(PrintableText.of("abcd", '?', 4)).isEqualTo("abcd");
        assertThat(PrintableText.of("abcde", '?', 4)).isEqualTo("abcd…");
        assertThat(PrintableText.of("\u001B\uD83D\uDE00\uD83D\uDE00.", '?', 2)).isEqualTo("?\uD83D\uDE00…");
        assertThat(PrintableText.of("", '?', 0)).isEmpty();
    }
}
