package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NoteTest {
    private static final MeasurePlan PLAN = new MeasurePlan(
            Quantity.BANDWIDTH,
            Operation.SEND,
            QueuePairType.RC,
            true,
            true,
            List.of(2, 1 << 23),
            0,
            Duration.ofSeconds(2),
            7,
            128,
            4);

    static Stream<Note> notes() {
        return Stream.of(
                new Note.Plan(PLAN),
                new Note.Agreed(65535),
                new Note.Refusal("no such device"),
                new Note.Memory(-1, 0x12345678),
                new Note.Ready(),
                new Note.Alive(),
                new Note.Done(new Sent(5000, 1_000_000, 3_000_000_000L)),
                new Note.Received(4999),
                new Note.Timed(new Latency(9, 1, 8, 3, 3, 2, 5, 7, 8)));
    }

    @ParameterizedTest
    @MethodSource("notes")
    void eachNoteIsReadAsItWasWritten(Note note) {
        ByteBuffer bytes = note.encode();

        assertThat(Note.HEADER + Note.bodyLength(bytes)).isEqualTo(bytes.remaining());
        assertThat(Note.decode(bytes)).isEqualTo(note);
    }

    @Test
    void aNoteBeginsWithWhatItIsItsVersionItsKindAndItsLength() {
        ByteBuffer bytes = new Note.Received(258).encode();

        byte[] told = new byte[bytes.remaining()];
        bytes.get(told);
        assertThat(HexFormat.of().formatHex(told)).isEqualTo("564d535201080008" + "0000000000000102");
    }

    @Test
    void theLongestPlanFits() {
        MeasurePlan plan = new MeasurePlan(
                Quantity.LATENCY,
                Operation.READ,
                QueuePairType.RC,
                false,
                false,
                Stream.iterate(1, size -> size + 1).limit(MeasurePlan.MAX_SIZES).toList(),
                1,
                Duration.ZERO,
                0,
                1,
                MeasurePlan.MAX_QUEUE_PAIRS);

        assertThat(Note.decode(new Note.Plan(plan).encode())).isEqualTo(new Note.Plan(plan));
    }

    @Test
    void aRefusalIsShownWithoutControlCharactersAndCutWhereItIsTooLong() {
        assertThat(Note.decode(new Note.Refusal("a\u001b[2Jb\n").encode())).isEqualTo(new Note.Refusal("a?[2Jb?"));
        assertThat(Note.decode(new Note.Refusal("a\u009b2J\u202eb\u2028").encode()))
                .isEqualTo(new Note.Refusal("a?2J?b?"));
        assertThat(new Note.Refusal("x".repeat(2000)).encode().remaining()).isEqualTo(Note.HEADER + Note.MAX_BODY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "474554202f204854 | received magic number 0x47455420 instead of 0x564d5352; the peer is another program",
                "564d535202050000 | the peer uses version 2 of the protocol, and this side version 1",
                "564d535201050201 | received a note of 513 bytes; the maximum is 512",
                "564d5352010c0000 | received a note of unknown kind 12",
                "564d53520105000100 | received a body of 1 bytes instead of 0",
                "564d53520101000100 | received a body of 1 bytes instead of 27",
            })
    void whatIsNoNoteIsRefused(String hex, String why) {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));

        assertThatThrownBy(() -> {
                    Note.bodyLength(bytes);
                    Note.decode(bytes);
                })
                .isInstanceOf(UnknownPeerException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " 8 | 3 | unknown quantity 3",
                " 9 | 9 | unknown operation 9",
                "10 | 3 | the RDMA CM connects RC and UD",
                "24 | 5 | number of queue pairs 1284 is out of range; expected 1 to 1024",
                "25 | 0 | number of queue pairs 0 is out of range; expected 1 to 1024",
                "24 | 1 | depth of all queue pairs together 33280 is out of range; expected 1 to 32768",
                "26 | 7 | received a body of 8 bytes instead of 28",
                "27 | 127 | size 2130706434 is out of range; expected 1 to 67108864",
            })
    void aPlanThatCannotBeIsRefused(int at, int value, String why) {
        ByteBuffer bytes = new Note.Plan(PLAN).encode();
        int offset = at >= 24 ? at + Note.HEADER : at;
        bytes.put(offset, (byte) value);

        assertThatThrownBy(() -> Note.decode(bytes))
                .isInstanceOf(UnknownPeerException.class)
                .hasMessageContaining(why);
    }
}
