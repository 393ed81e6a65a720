package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of GUIDs, GIDs and LIDs. */
class IdentifierTest {
    private final Random random = new Random(20261101);

    // ---- GUID

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "0002:c903:0000:1491,  0x0002c90300001491",
        "2:C903:0:1491,        0x0002c90300001491",
        "0x0002c90300001491,   0x0002c90300001491",
        "0X2c90300001491,      0x0002c90300001491",
        "ffff:ffff:ffff:ffff,  0xffffffffffffffff",
        "0x0,                  0x0000000000000000",
    })
    void aGuidIsReadFromEitherForm(String text, String hex) {
        assertThat(Guid.isGuid(text)).isTrue();
        assertThat(Guid.parse(text).toHex()).isEqualTo(hex);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "0x", "0x12345678901234567", "1491", "0002:c903:0000", "0002:c903:0000:1491:0", "0002:c903::1491",
                "0002:c903:0000:14911", "0002:c903:0000:149g", " 0x1", "0x1 ", "-0x1", "0x-1", "٠x1",
            })
    void whatIsNoGuidIsRefusedWithTheFormsThatAre(String text) {
        assertThat(Guid.isGuid(text)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Guid.parse(text))
                .withMessage("'" + text + "' is not a GUID;"
                        + " write four groups of hexadecimal digits, 0002:c903:0000:1491, or 0x0002c90300001491");
    }

    @Test
    void everyGuidIsParsedFromBothForms() {
        for (int round = 0; round < 10_000; round++) {
            Guid guid = Guid.of(random.nextLong() >>> random.nextInt(64));
            assertThat(Guid.parse(guid.toString())).isEqualTo(guid);
            assertThat(Guid.parse(guid.toHex())).isEqualTo(guid);
        }
    }

    @Test
    void guidsAreOrderedAsUnsignedNumbers() {
        assertThat(Stream.of(Guid.of(-1), Guid.of(Long.MIN_VALUE), Guid.of(Long.MAX_VALUE), Guid.ZERO)
                        .sorted())
                .containsExactly(Guid.ZERO, Guid.of(Long.MAX_VALUE), Guid.of(Long.MIN_VALUE), Guid.of(-1));
    }

    // ---- GID

    /** Rules of RFC 5952, sections 4 and 5. */
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "fe80:0:0:0:2:c903:0:1491,    fe80::2:c903:0:1491",
        "2001:0db8::0001,             2001:db8::1",
        "2001:db8:0:0:0:0:2:1,        2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1,        2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1,          2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1,        2001:db8::1:0:0:1",
        "2001:DB8:AAAA::,             2001:db8:aaaa::",
        "0:0:0:0:0:0:0:0,             ::",
        "0:0:0:0:0:0:0:1,             ::1",
        "1:0:0:0:0:0:0:0,             1::",
        "1:2:3:4:5:6:7:8,             1:2:3:4:5:6:7:8",
        "0:0:1:2:3:4:5:6,             ::1:2:3:4:5:6",
        "1:2:3:4:5:6:0:0,             1:2:3:4:5:6::",
        "0:1:0:1:0:1:0:1,             0:1:0:1:0:1:0:1",
        "ff12:401b:ffff::ffff:ffff,   ff12:401b:ffff::ffff:ffff",
        "::ffff:10.0.0.1,             ::ffff:10.0.0.1",
        "::ffff:a00:1,                ::ffff:10.0.0.1",
        "0:0:0:0:0:ffff:255.255.255.255, ::ffff:255.255.255.255",
        "::1.2.3.4,                   ::102:304",
        "::fffe:10.0.0.1,             ::fffe:a00:1",
    })
    void aGidIsWrittenInTheCanonicalForm(String text, String canonical) {
        assertThat(Gid.parse(text)).hasToString(canonical);
        assertThat(Gid.parse(canonical)).isEqualTo(Gid.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":::",
                "1",
                "localhost",
                "::g",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                "12345::",
                "::1%eth0",
                "[::1]",
                "::1/64",
                "10.0.0.1",
                "::10.0.0",
                "::256.0.0.1",
                "::1.2.3.4.5",
                " ::1",
                "example.org:1",
            })
    void whatIsNoGidIsRefusedWithAnExample(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gid.parse(text))
                .withMessage("'" + text + "' is not a GID; write it as an IPv6 address, fe80::2:c903:0:1491");
    }

    @Test
    void everyGidIsParsedFromItsText() {
        for (int round = 0; round < 10_000; round++) {
            Gid gid = new Gid(sparse(), sparse());
            assertThat(Gid.parse(gid.toString())).isEqualTo(gid);
        }
    }

    /** Returns a number with groups of zeros. */
    private long sparse() {
        long bits = random.nextLong();
        for (int group = 0; group < 4; group++) {
            if (random.nextBoolean()) {
                bits &= ~(0xffffL << (16 * group));
            }
        }
        return bits;
    }

    @Test
    void aGidIsUnicastOrMulticast() {
        Gid gid = Gid.linkLocal(Guid.parse("0002:c903:0000:1491"));
        assertThat(gid).hasToString("fe80::2:c903:0:1491");
        assertThat(gid.guid()).hasToString("0002:c903:0000:1491");
        assertThat(gid.isMulticast()).isFalse();
        assertThat(Gid.parse("ff12::1").isMulticast()).isTrue();
    }

    // ---- LID

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"0, 0", "4, 4", "0x4, 4", "0X001C, 28", "0010, 10", "08, 8", "00, 0", "65535, 65535", "0xffff, 65535"})
    void aLidIsDecimalOrHexadecimalButNeverOctal(String text, int lid) {
        assertThat(Lid.parse(text)).isEqualTo(Lid.of(lid)).hasToString(String.valueOf(lid));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+4", "4.", "0x", "x4", "lid4", " 4", "1e3", "٤"})
    void invalidLidsAreRefused(String text) {
        assertThat(Lid.isNumber(text)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Lid.parse(text))
                .withMessage("'" + text + "' is not a LID; write a number from 0 to 65535, or 0x…");
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "999999999", "0x10000", "0xffffffff"})
    void aLidHasAtMost16Bits(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Lid.parse(text))
                .withMessage(text + " is not a LID; a LID is from 0 to 65535");
        assertThatIllegalArgumentException().isThrownBy(() -> new Lid(-1));
    }

    @Test
    void unicastLidsPrecedeMulticastLids() {
        assertThat(List.of(1, 0xbfff))
                .allSatisfy(lid -> assertThat(Lid.of(lid).isUnicast()).isTrue());
        assertThat(List.of(0, 0xc000, 0xffff))
                .allSatisfy(lid -> assertThat(Lid.of(lid).isUnicast()).isFalse());
        assertThat(Lid.of(0)).isSameAs(Lid.NONE);
        assertThat(Lid.of(3)).isLessThan(Lid.of(4));
    }
}
