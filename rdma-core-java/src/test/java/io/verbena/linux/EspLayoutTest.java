package io.verbena.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.spi.verbs.EspRecord;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
import io.verbena.verbs.flow.EspFlag;
import io.verbena.verbs.flow.FlowDrop;
import io.verbena.verbs.flow.FlowSpec;
import io.verbena.verbs.flow.FlowTag;
import io.verbena.verbs.flow.TransportPorts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the records of ESP actions, whose layout the build compares with C, and that keys are not shown. */
class EspLayoutTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(US_ASCII);

    @Test
    void writesEachPartToItsField() {
        EspAction action = EspAction.of(
                        new EspAssociation(1, 2, 3, 4, Set.of(EspFlag.TRANSPORT, EspFlag.NEW_WINDOW)),
                        AesGcmKey.of(KEY, 5).vector(6).checkBytes(7))
                .replayWindow(8)
                .extendedSequence(9)
                .within(TransportPorts.UDP);
        ByteBuffer bytes = ByteBuffer.allocate(action.length()).order(ByteOrder.nativeOrder());

        action.write(bytes);

        assertThat(bytes.remaining()).isZero();
        assertThat(bytes.getInt(EspRecord.PARTS))
                .isEqualTo(EspRecord.WITH_ASSOCIATION
                        | EspRecord.WITH_KEY
                        | EspRecord.WITH_REPLAY
                        | EspRecord.WITH_EXTENDED_SEQUENCE);
        assertThat(bytes.getInt(EspRecord.HEADERS)).isEqualTo(1);
        assertThat(bytes.getInt(EspRecord.SECURITY_INDEX)).isEqualTo(1);
        assertThat(bytes.getInt(EspRecord.SEQUENCE)).isEqualTo(2);
        assertThat(bytes.getInt(EspRecord.PADDING)).isEqualTo(3);
        assertThat(bytes.getLong(EspRecord.HARD_LIMIT)).isEqualTo(4);
        assertThat(bytes.getInt(EspRecord.FLAGS)).isEqualTo(EspFlag.TRANSPORT.code() | EspFlag.NEW_WINDOW.code());
        assertThat(bytes.getInt(EspRecord.SALT)).isEqualTo(5);
        assertThat(bytes.getLong(EspRecord.VECTOR)).isEqualTo(6);
        assertThat(bytes.getInt(EspRecord.VECTOR_ALGORITHM)).isZero();
        assertThat(bytes.getInt(EspRecord.CHECK_LENGTH)).isEqualTo(7);
        assertThat(bytes.getInt(EspRecord.KEY_LENGTH)).isEqualTo(KEY.length);
        assertThat(bytes.slice(EspRecord.KEY, KEY.length)).isEqualTo(ByteBuffer.wrap(KEY));
        assertThat(bytes.getInt(EspRecord.REPLAY_WINDOW)).isEqualTo(8);
        assertThat(bytes.getInt(EspRecord.EXTENDED_SEQUENCE)).isEqualTo(9);
    }

    @Test
    void aKeyDoesNotShow() {
        EspAction action = EspAction.of(EspAssociation.of(1), AesGcmKey.of(KEY, 0x5a5a5a5a));

        assertThat(action.toString())
                .contains("AesGcmKey[128 bits]")
                .doesNotContain("48, 49", "3031", "0123", "1515870810");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AesGcmKey.of(new byte[20], 0))
                .withMessage("a key of 20 bytes is none of AES; it has 16, 24 or 32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AesGcmKey.of(KEY, 0).checkBytes(17))
                .withMessage("17 bytes cannot check the integrity; they are from 1 to 16");
        for (FlowSpec none : new FlowSpec[] {new FlowTag(1), new FlowDrop()}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EspAction.change().within(none))
                    .withMessageContaining("no header that packets can be within");
        }
        EspAction most = EspAction.change();
        for (int i = 0; i < EspRecord.MAX_HEADERS; i++) {
            most = most.within(TransportPorts.UDP);
        }
        EspAction full = most;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.within(TransportPorts.UDP))
                .withMessageContaining("17 headers are too many");
    }
}
