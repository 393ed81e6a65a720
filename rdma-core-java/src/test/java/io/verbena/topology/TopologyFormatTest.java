package io.verbena.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyFormatTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "an unknown line         | module 3                                   | 1 | Switch, Ca, Hca or Rt",
                "a command of ibsim      | do Unlink \"a\"[1]                         | 1 | Switch, Ca, Hca or Rt",
                "an unknown attribute    | colour=0x1                                 | 1 | vendid=",
                "an enormous number      | vendid=0x123456789abcdef01                 | 1 | hexadecimal digits",
                "a double attribute      | devid=0x1~devid=0x1                        | 2 | only once",
                "attributes at the end   | Ca 1 \"a\"~devid=0x1                       | 2 | a node before the end",
                "nothing                 | ``                                         | 1 | a node before the end",
                "a port without a node   | [1] \"a\"[1]                               | 1 | a node before its ports",
                "too many ports          | Switch 255 \"a\"                           | 1 | from 1 to 254",
                "an enormous port number | Switch 8 \"a\"~[99999999999999999999] \"a\"[1] | 2 | from 1 to 8",
                "a port over the number  | Switch 8 \"a\"~[9] \"a\"[1]                | 2 | from 1 to 8",
                "a far port over it      | Switch 8 \"a\"~[1] \"a\"[9]                | 2 | from 1 to 8",
                "an id without its end   | Switch 8 \"a                               | 1 | in quotes",
                "an empty id             | Switch 8 \"\"                              | 1 | in quotes",
                "a node that is there    | Ca 1 \"a\"~Ca 1 \"a\"                      | 2 | not defined yet",
                "another node's GUID     | caguid=0x1~Switch 8 \"a\"                  | 2 | caguid=",
                "a port that is there    | Ca 2 \"a\"~[1] \"a\"[2]~[1] \"a\"[2]       | 3 | only once",
                "a link to nowhere       | Ca 2 \"a\"~[1] \"b\"[2]                    | 2 | a node of this topology",
                "a link to itself        | Ca 2 \"a\"~[1] \"a\"[1]                    | 2 | another port",
                "a contradiction         | Ca 3 \"a\"~[1] \"b\"[1]~[2] \"b\"[1]~Ca 1 \"b\" | 3 | leads to port 1 of \"a\"",
                "another GUID            | Ca 1 \"a\"~[1](12) \"b\"[1]~Ca 1 \"b\"~[1] \"a\"[1](13) | 4 | says of itself",
                "an unknown speed        | Ca 2 \"a\"~[1] \"a\"[2] # \"a\" lid 1 4xODR | 2 | a speed",
                "an unknown width        | Ca 2 \"a\"~[1] \"a\"[2] # \"a\" lid 1 3xEDR | 2 | a width",
                "an unknown option       | Ca 2 \"a\"~[1] \"a\"[2] z=1                | 2 | w=, s=, e= or v=",
                "a truncated link        | Ca 2 \"a\"~[1] \"a                         | 2 | in quotes",
                "a truncated comment     | Ca 2 \"a\"~[1] \"a\"[2] # \"a\" li         | 2 | lid N",
                "an enormous LID         | Ca 2 \"a\"~[1] \"a\"[2] # \"a\" lid 99999  | 2 | a LID",
            })
    void refuses(String what, String text, int line, String expected) {
        assertThatExceptionOfType(TopologyFormatException.class)
                .as(what)
                .isThrownBy(() -> TopologyReader.read("bad.net", text.replace('~', '\n')))
                .satisfies(failure -> {
                    assertThat(failure.line()).isEqualTo(line);
                    assertThat(failure.source()).isEqualTo("bad.net");
                    assertThat(failure).hasMessageStartingWith("bad.net:" + line + ": expected ");
                    assertThat(failure).hasMessageContaining(expected);
                });
    }

    @Test
    void theMessageContainsNoUnprintableCharacters() {
        assertThatExceptionOfType(TopologyFormatException.class)
                .isThrownBy(() -> TopologyReader.read("junk", "\u001b[31m\0" + "x".repeat(1000)))
                .satisfies(failure -> assertThat(failure.getMessage())
                        .doesNotContain("\u001b", "\0")
                        .hasSizeLessThan(500));
    }

    @Test
    void damagedTextsThrowNoOtherException() {
        Random random = new Random(20261101);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = (random.nextBoolean() ? Texts.FULL : Texts.BY_HAND).getBytes(StandardCharsets.UTF_8);
            String damaged = new String(damage(bytes, random), StandardCharsets.UTF_8);
            try {
                TopologyReader.read("damaged", damaged);
            } catch (TopologyFormatException expected) {
                assertThat(expected.getMessage()).doesNotContain("\n").startsWith("damaged:");
            } catch (RuntimeException other) {
                throw new AssertionError("round " + round + ":\n" + damaged, other);
            }
        }
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = bytes.clone();
        for (int blow = random.nextInt(4); blow >= 0; blow--) {
            int at = random.nextInt(damaged.length);
            int from = random.nextInt(damaged.length);
            int length = Math.min(random.nextInt(80), damaged.length - Math.max(at, from));
            switch (random.nextInt(4)) {
                case 0 -> damaged[at] = (byte) random.nextInt(256);
                case 1 -> damaged[at] = (byte) "0123456789\"[]()#=x \n".charAt(random.nextInt(20));
                case 2 -> System.arraycopy(damaged, from, damaged, at, length);
                default -> damaged = java.util.Arrays.copyOf(damaged, Math.max(1, at));
            }
        }
        return damaged;
    }
}
