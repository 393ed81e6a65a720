package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.Accessors;
import io.verbena.iba.DottedText;
import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.iba.StructureJson;
import io.verbena.iba.Structures;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Every structure of the table. */
class StructureFuzzTest {
    private static final List<Layout<?>> LAYOUTS = Structures.names().stream()
            .<Layout<?>>map(name -> Structures.byName(name).orElseThrow())
            .toList();
    private static final int WORD = 4;

    @FuzzTest
    void anyBytesOfTheRightLengthAreAStructureThatPrints(FuzzedDataProvider data) {
        Layout<?> layout = data.pickValue(LAYOUTS);
        Structure structure = layout.decode(bytes(data, layout.length()));

        assertThat(DottedText.of(structure))
                .hasSizeGreaterThanOrEqualTo(layout.fields().size());
        assertThat(StructureDump.of(structure)).hasSize((layout.length() + WORD - 1) / WORD);
        assertThat(structure.toString()).startsWith(layout.name() + "[").endsWith("]");
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            StructureJson.write(structure, json);
        }
        assertThat(text.toString()).startsWith("{").endsWith("}");
    }

    @FuzzTest
    void anyBytesPassThroughUnchanged(FuzzedDataProvider data) {
        Layout<?> layout = data.pickValue(LAYOUTS);
        byte[] bytes = bytes(data, layout.length());
        Structure structure = layout.decode(bytes);
        byte[] around = new byte[layout.length() + 2];
        System.arraycopy(bytes, 0, around, 1, bytes.length);

        assertThat(structure.toBytes()).isEqualTo(bytes);
        assertThat(layout.wrap(around, 1))
                .isEqualTo(structure)
                .hasSameHashCodeAs(structure)
                .hasToString(structure.toString());
        assertThat(layout.copy(structure)).isEqualTo(structure);
    }

    @FuzzTest
    void everySetterTakesWhatItsGetterSays(FuzzedDataProvider data) {
        Layout<?> layout = data.pickValue(LAYOUTS);
        Structure structure = layout.decode(bytes(data, layout.length()));
        Structure copy = layout.create();
        for (Field field : layout.fields()) {
            for (int index = 0; index < (field.isArray() ? field.count() : 1); index++) {
                if (fits(structure, field)) {
                    Accessors.copy(structure, copy, field, index);
                }
            }
        }

        for (Field field : layout.fields()) {
            if (fits(structure, field)) {
                assertThat(field.text(copy))
                        .as(layout.name() + "." + field.name())
                        .isEqualTo(field.text(structure));
            }
        }
    }

    @FuzzTest
    void bytesOfAnotherLengthAreRefused(FuzzedDataProvider data) {
        Layout<?> layout = data.pickValue(LAYOUTS);
        byte[] bytes = data.consumeRemainingAsBytes();
        if (bytes.length != layout.length()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> layout.decode(bytes))
                    .withMessage(
                            layout.name() + " has " + layout.length() + " bytes, but " + bytes.length + " are given");
        }
        if (bytes.length < layout.length()) {
            assertThatIllegalArgumentException().isThrownBy(() -> layout.wrap(bytes, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> layout.wrapWritable(bytes, 0));
        }
    }

    /** A byte that is no UTF-8 is read as a character that has three. */
    private static boolean fits(Structure structure, Field field) {
        return field.kind() != Field.Kind.TEXT
                || field.text(structure).getBytes(StandardCharsets.UTF_8).length <= field.count();
    }

    /** Returns the next {@code length} bytes of the input, padded with zeros. */
    private static byte[] bytes(FuzzedDataProvider data, int length) {
        return Arrays.copyOf(data.consumeBytes(length), length);
    }
}
