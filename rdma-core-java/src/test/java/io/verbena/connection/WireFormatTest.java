package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of messages and of control messages, byte by byte, and what of them is refused. */
class WireFormatTest {
    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Nested
    class OfMessages {
        private static final int LARGEST = 100;
        private static final String LONG_MESSAGE =
                "5652424d 01 01 fedc 0000000000000064 0102030405060708 1112131415161718 21222324 00000000";

        private static MessageHeader decode(ByteBuffer message) {
            return MessageHeader.decode(message, 0, message.remaining(), LARGEST);
        }

        /** Returns a message of a kind that announces a length and has a number of bytes behind its header. */
        private static ByteBuffer message(MessageHeader.Kind kind, long length, int behind) {
            ByteBuffer message = ByteBuffer.allocate(MessageHeader.BYTES + behind);
            MessageHeader.encode(message, 0, kind, 1, length, 0, 0, 0);
            return message;
        }

        private static void assertRefused(ByteBuffer message, String reason) {
            assertThatExceptionOfType(ForeignPeerException.class)
                    .isThrownBy(() -> decode(message))
                    .withMessageContaining(reason);
        }

        @Test
        void aHeaderHasFortyBytesInNetworkByteOrder() {
            ByteBuffer to = ByteBuffer.allocate(42);
            MessageHeader.encode(
                    to, 2, MessageHeader.Kind.LONG, 0xfedc, 100, 0x0102030405060708L, 0x1112131415161718L, 0x21222324);
            assertThat(hex(to.array())).isEqualTo("0000" + LONG_MESSAGE.replace(" ", ""));
        }

        @Test
        void aHeaderIsReadAsItWasWritten() {
            ByteBuffer from = bytes("ffff" + LONG_MESSAGE);
            assertThat(MessageHeader.decode(from, 2, 40, LARGEST))
                    .isEqualTo(new MessageHeader(
                            MessageHeader.Kind.LONG,
                            0xfedc,
                            100,
                            0x0102030405060708L,
                            0x1112131415161718L,
                            0x21222324));
        }

        @ParameterizedTest
        @CsvSource({"SHORT, 0", "LONG, 1", "END, 2", "READ, 3", "CREDITS, 4"})
        void theKindIsTheSixthByte(MessageHeader.Kind kind, byte code) {
            ByteBuffer message = message(kind, kind == MessageHeader.Kind.LONG ? 1 : 0, 0);
            assertThat(message.get(5)).isEqualTo(code);
            assertThat(decode(message).kind()).isEqualTo(kind);
        }

        @Test
        void aHeaderMustBeWhole() {
            assertThatExceptionOfType(ForeignPeerException.class)
                    .isThrownBy(() -> MessageHeader.decode(bytes(LONG_MESSAGE), 0, 39, LARGEST))
                    .withMessage("a message of 39 bytes came, less than the 40 of its header");
        }

        @ParameterizedTest
        @CsvSource({"0, 02", "4, 00", "4, ff", "5, 05", "5, ff", "0, ff"})
        void anotherProtocolVersionOrKindIsRefused(int at, String value) {
            ByteBuffer message = bytes(LONG_MESSAGE).put(at, (byte) Integer.parseInt(value, 16));
            assertRefused(
                    message, at == 4 ? "of the message protocol, and this side uses version 1" : "a message began");
        }

        @Test
        void anotherProtocolIsNamedAsSuchWhateverItsVersion() {
            ByteBuffer message = bytes(LONG_MESSAGE).put(0, (byte) 0).put(4, (byte) 9);
            assertRefused(message, "a message began with 0x0052424d and kind 1");
        }

        @Test
        void aShortMessageFollowsItsHeader() {
            assertThat(decode(message(MessageHeader.Kind.SHORT, 7, 7)).length()).isEqualTo(7);
            assertRefused(message(MessageHeader.Kind.SHORT, 7, 6), "SHORT of 7 bytes came with 6 behind it");
            assertRefused(message(MessageHeader.Kind.SHORT, 7, 8), "SHORT of 7 bytes came with 8 behind it");
        }

        @Test
        void nothingFollowsTheHeadersOfOtherKinds() {
            assertRefused(message(MessageHeader.Kind.LONG, 7, 7), "LONG of 7 bytes came with 7 behind it");
            assertRefused(message(MessageHeader.Kind.END, 0, 1), "END of 0 bytes came with 1 behind it");
        }

        @Test
        void aMessageMayBeAsLongAsThisSideTakes() {
            assertThat(decode(message(MessageHeader.Kind.LONG, LARGEST, 0)).length())
                    .isEqualTo(LARGEST);
            assertRefused(
                    message(MessageHeader.Kind.LONG, LARGEST + 1, 0),
                    "a message of 101 bytes was announced; this side takes up to 100");
            assertRefused(message(MessageHeader.Kind.LONG, -1, 0), "a message of -1 bytes was announced");
        }

        @Test
        void onlyALongMessageCannotBeEmpty() {
            assertRefused(message(MessageHeader.Kind.LONG, 0, 0), "a message of 0 bytes was announced");
            assertThatNoException().isThrownBy(() -> decode(message(MessageHeader.Kind.SHORT, 0, 0)));
            assertThatNoException().isThrownBy(() -> decode(message(MessageHeader.Kind.CREDITS, 0, 0)));
        }
    }

    @Nested
    class OfControlMessages {
        private static final String ADVERTISED =
                "56524243 01 02 0003 0102030405060708 1112131415161718 0000000000001000 21222324 00000002";

        private static ByteBuffer receives(long count, long length) {
            ByteBuffer message = ByteBuffer.allocate(ControlMessage.BYTES);
            new ControlMessage(ControlMessage.Kind.RECEIVES, 0, count, 0, length, 0, 0).encode(message);
            return message.flip();
        }

        private static ByteBuffer advertised(long address, long length) {
            return bytes(ADVERTISED).putLong(16, address).putLong(24, length);
        }

        private static void assertRefused(ByteBuffer message, String reason) {
            assertThatExceptionOfType(ForeignPeerException.class)
                    .isThrownBy(() -> ControlMessage.decode(message))
                    .withMessageContaining(reason);
        }

        @Test
        void aMessageHasFortyBytesInNetworkByteOrder() {
            RemoteBuffer buffer = new RemoteBuffer(
                    0x0102030405060708L, 0x1112131415161718L, 4096, 0x21222324, Set.of(Access.REMOTE_WRITE));
            ByteBuffer to = ByteBuffer.allocate(ControlMessage.BYTES);
            ControlMessage.advertise(buffer).credits(3).encode(to);
            assertThat(hex(to.array())).isEqualTo(ADVERTISED.replace(" ", ""));
            assertThat(ControlMessage.decode(to.flip()).buffer()).isEqualTo(buffer);
        }

        @Test
        void aMessageIsReadAsItWasWritten() {
            ControlMessage message = ControlMessage.decode(bytes(ADVERTISED));
            assertThat(message.credits()).isEqualTo(3);
            assertThat(message.kind()).isEqualTo(ControlMessage.Kind.ADVERTISE);
        }

        @Test
        void moreCreditsThanFitAreLeftOut() {
            ByteBuffer to = ByteBuffer.allocate(ControlMessage.BYTES);
            ControlMessage.of(ControlMessage.Kind.CREDITS).credits(0x10001).encode(to);
            assertThat(ControlMessage.decode(to.flip()).credits()).isEqualTo(0xffff);
        }

        @ParameterizedTest
        @CsvSource({
            "READY, 0, false",
            "CREDITS, 1, false",
            "ADVERTISE, 2, true",
            "WITHDRAW, 3, true",
            "RECEIVES, 4, true"
        })
        void allMessagesTakeACreditButTheFirstAndThoseOfCredits(ControlMessage.Kind kind, int code, boolean counted) {
            assertThat(kind.isCounted()).isEqualTo(counted);
            assertThat(kind.code).isEqualTo(code);
        }

        @ParameterizedTest
        @ValueSource(ints = {39, 41})
        void aMessageHasNoOtherLength(int length) {
            assertRefused(ByteBuffer.allocate(length), "a control message has 40 bytes, not " + length);
        }

        @ParameterizedTest
        @CsvSource({"0, 02", "4, 00", "4, ff", "5, 05", "5, ff", "0, ff"})
        void anotherProtocolVersionOrKindIsRefused(int at, String value) {
            ByteBuffer message = bytes(ADVERTISED).put(at, (byte) Integer.parseInt(value, 16));
            assertRefused(message, at == 4 ? "of the control protocol" : "a control message began");
        }

        @Test
        void anotherProtocolIsNamedAsSuchWhateverItsVersion() {
            assertRefused(
                    bytes(ADVERTISED).put(0, (byte) 0).put(4, (byte) 9),
                    "a control message began with 0x00524243 and kind 2; it begins with 0x56524243 and kind 0 to 4");
        }

        @ParameterizedTest
        @CsvSource({"0x1000, 0", "0x1000, -1", "-2, 3", "-1, 2"})
        void aBufferThatCannotExistIsRefused(String address, long length) {
            assertRefused(
                    advertised(Long.decode(address), length),
                    String.format("advertised a buffer of %d bytes at 0x%x", length, Long.decode(address)));
        }

        @ParameterizedTest
        @CsvSource({"0x1000, 1", "-2, 2", "-1, 1", "0x7fffffffffffffff, 2"})
        void aBufferMayEndWithTheLastByteOfTheAddressSpace(String address, long length) {
            assertThat(ControlMessage.decode(advertised(Long.decode(address), length))
                            .buffer()
                            .length())
                    .isEqualTo(length);
        }

        @Test
        void onlyABufferNeedsALength() {
            assertThatNoException()
                    .isThrownBy(() -> ControlMessage.decode(advertised(0, 0).put(5, (byte) 3)));
        }

        @ParameterizedTest
        @CsvSource({"1, 1", "2147483647, 2147483647"})
        void receivesAreAnnouncedWithTheirNumberAndLength(long count, long length) {
            ControlMessage message = ControlMessage.decode(receives(count, length));
            assertThat(message.id()).isEqualTo(count);
            assertThat(message.length()).isEqualTo(length);
        }

        @ParameterizedTest
        @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1", "2147483648, 1", "1, 2147483648"})
        void receivesThatCannotExistAreRefused(long count, long length) {
            assertRefused(receives(count, length), "the peer announced " + count + " receives of " + length + " bytes");
        }
    }
}
