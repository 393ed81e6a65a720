package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.PortInfo;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmInfoRecord;
import io.verbena.shell.cli.CommonOptions.Format;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Structured formats contain the values of keys only with -K. */
class KeysInFormatsTest {
    private static final long KEY = 0x5ec12e70badc0deL;

    private static final Result RESULT = Result.of(
            List.of(
                    new PortInfo().mKey(KEY),
                    new SmInfoRecord().smInfo(new SmInfo().smKey(KEY)),
                    new ServiceRecord().serviceKey(new byte[] {
                        5, (byte) 0xec, 0x12, (byte) 0xe7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
                    })),
            report -> List.of());

    private static String document(Format format, boolean keys) {
        return String.join("\n", RESULT.lines(format, keys));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"json", "yaml", "csv"},
            mode = EnumSource.Mode.INCLUDE)
    void documentsContainNoKeysByDefault(Format format) {
        assertThat(document(format, false))
                .doesNotContain(String.valueOf(KEY), "05ec12e7")
                .contains("mKey");
    }

    @Test
    void documentsContainKeysOnRequest() {
        assertThat(document(Format.json, true))
                .contains("\"mKey\" : " + KEY, "\"smKey\" : " + KEY, "\"serviceKey\" : \"05ec12e7");
    }

    @Test
    void documentsShowThatNoKeyIsSet() {
        Result without = Result.of(new SmInfo(), report -> List.of());

        assertThat(String.join("\n", without.lines(Format.json, false))).contains("\"smKey\" : 0");
    }
}
