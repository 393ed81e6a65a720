package io.verbena.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExchangeMessageTest {
    private static final QueuePairAddress ADDRESS = new QueuePairAddress(
            QueuePairType.RC, 0x11, 0xabcdef, 0x11111111, Lid.of(7), Gid.parse("fe80::1"), Mtu.MTU_1024, 4);
    private static final String OFFER = "56515058 01 01 0024  02 03 04 00  00000011 00abcdef 11111111 0007 0000"
            + " fe80000000000000 0000000000000001";

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @Test
    void anOfferHasTheseBytes() {
        assertThat(new ExchangeMessage.Offer(ADDRESS).encode()).isEqualTo(bytes(OFFER));
    }

    @Test
    void anEncodedMessageIsDecoded() {
        assertThat(ExchangeMessage.decode(bytes(OFFER))).isEqualTo(new ExchangeMessage.Offer(ADDRESS));
        assertThat(ExchangeMessage.decode(new ExchangeMessage.Ready().encode())).isEqualTo(new ExchangeMessage.Ready());
        assertThat(ExchangeMessage.decode(new ExchangeMessage.Refusal("no memory").encode()))
                .isEqualTo(new ExchangeMessage.Refusal("no memory"));
    }

    @Test
    void aReasonIsShownWithoutWhatSteersATerminal() {
        assertThat(ExchangeMessage.decode(new ExchangeMessage.Refusal("a\u001b[2J\u009b2J\u202eb\u2028").encode()))
                .isEqualTo(new ExchangeMessage.Refusal("a?[2J?2J?b?"));
    }

    @Test
    void aReasonIsCutWhereAMessageEnds() {
        ByteBuffer bytes = new ExchangeMessage.Refusal("x".repeat(1000)).encode();

        assertThat(ExchangeMessage.bodyLength(bytes)).isEqualTo(512);
        assertThat(ExchangeMessage.decode(bytes)).isEqualTo(new ExchangeMessage.Refusal("x".repeat(512)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "474554202f204854                       | began with 0x47455420, which no exchange of queue pairs does",
                "56515058 02 01 0024                    | speaks version 2 of the exchange, and this side 1",
                "56515058 01 01 0201                    | announced 513 bytes; a message has at most 512",
                "56515058 01 01 0000                    | said 0 bytes where there are 36",
                "56515058 01 02 0001 00                 | said 1 bytes where there are 0",
                "56515058 01 09 0000                    | a message of kind 9, which there is not",
                "56515058 01 01 0024 02000400 00000011 00abcdef 11111111 00070000 fe800000000000000000000000000001"
                        + " | MTU code 0; an MTU has a code from 1 to 5",
                "56515058 01 01 0024 02030400 01000011 00abcdef 11111111 00070000 fe800000000000000000000000000001"
                        + " | queue pair 16777233 is out of range",
            })
    void whatMakesNoSenseIsRefused(String hex, String why) {
        ByteBuffer bytes = bytes(hex);

        assertThatExceptionOfType(UnknownPeerException.class)
                .isThrownBy(() -> {
                    ExchangeMessage.bodyLength(bytes);
                    ExchangeMessage.decode(bytes);
                })
                .withMessageContaining(why);
    }

    @Test
    void aNumberOutOfRangeIsRefusedBeforeItIsSent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new QueuePairAddress(QueuePairType.RC, 1, 1 << 24, 0, Lid.NONE, Gid.ZERO, Mtu.MTU_1024, 1))
                .withMessage("sequence number 16777216 is out of range; expected 0 to 16777215");
    }
}
