package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.DottedText;
import io.verbena.iba.StructureDump;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.HexText;
import io.verbena.mad.decode.MadDecoder;
import java.util.function.Supplier;

/** Whatever is pasted into {@code decode-mad}. */
class MadDecoderFuzzTest {
    @FuzzTest
    void anyBytesAreADatagramOrRefused(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        decoded(() -> MadDecoder.decode(bytes), bytes.length);
        decoded(() -> MadDecoder.decodeUmad(bytes), bytes.length);
    }

    @FuzzTest
    void aDatagramBeginsWhereItIsSaidToOrIsRefused(FuzzedDataProvider data) {
        int offset = data.consumeInt();
        byte[] bytes = data.consumeRemainingAsBytes();
        decoded(() -> MadDecoder.decodeAt(bytes, offset), bytes.length);
    }

    @FuzzTest
    void anyTextIsBytesOrRefused(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        byte[] bytes;
        try {
            bytes = HexText.parse(text);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageMatching("(line \\d+, column \\d+: |there is no |the text is longer )[^\n]*");
            return;
        }
        assertThat(bytes).hasSizeBetween(1, text.length() / 2);
        decoded(() -> MadDecoder.decode(bytes), bytes.length);
    }

    private static void decoded(Supplier<DecodedMad> decoder, int length) {
        DecodedMad decoded;
        try {
            decoded = decoder.get();
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotEmpty().doesNotContain("\n");
            return;
        }
        assertThat(decoded.toString()).isNotEmpty();
        assertThat(decoded.payload()).hasSizeLessThanOrEqualTo(1 + length);
        decoded.headers().forEach(MadDecoderFuzzTest::prints);
        prints(decoded.mad());
        decoded.payload().forEach(MadDecoderFuzzTest::prints);
    }

    private static void prints(DecodedMad.Part part) {
        assertThat(StructureDump.of(part.structure())).isNotNull();
        assertThat(DottedText.of(part.structure())).isNotNull();
    }
}
