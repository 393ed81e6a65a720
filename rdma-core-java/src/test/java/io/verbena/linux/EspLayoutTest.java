package io.verbena.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.jni.NativeLibrary;
import io.verbena.jni.verbs.EspLayout;
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

/** ESP actions lie as the C compiler has them, and their keys do not show. */
class EspLayoutTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(US_ASCII);

    @Test
    void everyFieldLiesWhereCSaysThatItIs() {
        assumeTrue(NativeLibrary.isBundled("verbena_verbs"), "the C code is not built");
        EspAction action = EspAction.of(
                        new EspAssociation(1, 2, 3, 4, Set.of(EspFlag.TRANSPORT, EspFlag.NEW_WINDOW)),
                        AesGcmKey.of(KEY, 5).vector(6).checkBytes(7))
                .replayWindow(8)
                .extendedSequence(9)
                .within(TransportPorts.UDP);
        ByteBuffer bytes = ByteBuffer.allocate(action.length()).order(ByteOrder.nativeOrder());

        action.write(bytes);

        assertThat(bytes.remaining()).isZero();
        assertThat(EspRecord.LENGTH).isEqualTo(EspLayout.size);
        assertThat(bytes.getInt(EspLayout.parts))
                .isEqualTo(EspLayout.partAssociation | EspLayout.partKey | EspLayout.partReplay | EspLayout.partEsn);
        assertThat(bytes.getInt(EspLayout.headers)).isEqualTo(1);
        assertThat(bytes.getInt(EspLayout.spi)).isEqualTo(1);
        assertThat(bytes.getInt(EspLayout.seq)).isEqualTo(2);
        assertThat(bytes.getInt(EspLayout.tfcPad)).isEqualTo(3);
        assertThat(bytes.getLong(EspLayout.hardLimitPkts)).isEqualTo(4);
        assertThat(bytes.getInt(EspLayout.flags)).isEqualTo(EspLayout.flagTransport | EspLayout.flagNewWindow);
        assertThat(bytes.getInt(EspLayout.salt)).isEqualTo(5);
        assertThat(bytes.getLong(EspLayout.iv)).isEqualTo(6);
        assertThat(bytes.getInt(EspLayout.ivAlgo)).isZero();
        assertThat(bytes.getInt(EspLayout.icvLen)).isEqualTo(7);
        assertThat(bytes.getInt(EspLayout.keyLen)).isEqualTo(KEY.length);
        assertThat(bytes.slice(EspLayout.aesKey, KEY.length)).isEqualTo(ByteBuffer.wrap(KEY));
        assertThat(bytes.getInt(EspLayout.replayWindow)).isEqualTo(8);
        assertThat(bytes.getInt(EspLayout.extendedSequence)).isEqualTo(9);
        assertThat(EspFlag.FULL_OFFLOAD.code()).isEqualTo(EspLayout.flagFullOffload);
        assertThat(EspFlag.ENCRYPT.code()).isEqualTo(EspLayout.flagEncrypt);
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
        for (int i = 0; i < EspRecord.MOST_HEADERS; i++) {
            most = most.within(TransportPorts.UDP);
        }
        EspAction full = most;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.within(TransportPorts.UDP))
                .withMessageContaining("17 headers are too many");
    }
}
