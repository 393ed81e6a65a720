package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.DottedText;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureJson;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.SwitchInfo;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class StructureFuzzTest {
    private static final List<Layout<?>> LAYOUTS = List.of(
            DirectedRouteSmp.LAYOUT,
            LidRoutedSmp.LAYOUT,
            SubnetAdministrationMad.LAYOUT,
            NodeDescription.LAYOUT,
            NodeInfo.LAYOUT,
            PathRecord.LAYOUT,
            PortInfo.LAYOUT,
            SwitchInfo.LAYOUT);

    @FuzzTest
    void anyBytesOfTheRightLengthAreAStructureThatPrints(FuzzedDataProvider data) {
        Layout<?> layout = data.pickValue(LAYOUTS);
        byte[] bytes = data.consumeBytes(layout.length());
        if (bytes.length < layout.length()) {
            return;
        }
        Structure structure = layout.decode(bytes);

        assertThat(structure.toBytes()).isEqualTo(bytes);
        assertThat(DottedText.of(structure))
                .hasSizeGreaterThanOrEqualTo(layout.fields().size());
        assertThat(structure.toString()).startsWith(layout.name() + "[");
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            StructureJson.write(structure, json);
        }
        assertThat(text.toString()).startsWith("{").endsWith("}");
    }
}
