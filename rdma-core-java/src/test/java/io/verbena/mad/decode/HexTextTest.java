package io.verbena.mad.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "01030281 00000000",
                "0103 0281 0000 0000",
                "0x01, 0x03, 0x02, 0x81, 0x00, 0x00, 0x00, 0x00",
                "01:03:02:81:00-00-00-00",
                "0000  01 03 02 81 00 00 00 00                           ........",
                "00000000: 0103 0281 0000 0000                      ........",
                "00000000  01 03 02 81 00 00 00 00                           |........|",
                "0000: 01 03\n0002: 02 81\n0004: 00 00 00 00",
                "\t0x0000:  0103 0281 0000 0000                      ........"
            })
    void readsDigitsAndTheDumpsOfOtherPrograms(String text) {
        assertThat(HexFormat.of().formatHex(HexText.parse(text))).isEqualTo("0103028100000000");
    }

    @Test
    void reportsInvalidDigitsWithLineAndColumn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HexText.parse("01 02\n03 0g"))
                .withMessage("line 2, column 5: 'g' is not a hexadecimal digit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HexText.parse("01 2"))
                .withMessage("line 1, column 4: '2' has an odd number of digits; a byte has two");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HexText.parse(" \n"))
                .withMessage("there is no hexadecimal digit in the text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000: 00", "0000  00 00", "00", "0000"})
    @Timeout(value = 5, threadMode = ThreadMode.SEPARATE_THREAD)
    void parsesALongLineInLinearTime(String start) {
        String blanks = " ".repeat(HexText.MAX_LENGTH - start.length());

        assertThat(HexText.parse(start + blanks)).containsOnly(0);
    }

    @Test
    void refusesATextThatIsTooLongForADatagram() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HexText.parse("0".repeat(HexText.MAX_LENGTH + 1)))
                .withMessageContaining("longer than 1048576 characters");
    }
}
