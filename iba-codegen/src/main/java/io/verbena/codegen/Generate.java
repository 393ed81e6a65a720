package io.verbena.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code Generate TABLE OUTPUT}: writes the classes of the table in folder TABLE below folder OUTPUT. */
public final class Generate {
    static final String PACKAGE = "io.verbena.iba";

    private Generate() {}

    /** Generates the classes. */
    public static void main(String[] args) throws IOException {
        SchemaReader schema = SchemaReader.read(Path.of(args[0]));
        Path output = Path.of(args[1]);
        for (Enumeration enumeration : schema.enums()) {
            Templates.write(output, PACKAGE, enumeration.name(), enumeration.generate());
        }
        Map<String, StructureSchema> structures =
                schema.structures().stream().collect(Collectors.toMap(StructureSchema::name, Function.identity()));
        for (StructureSchema structure : schema.structures()) {
            Map<String, ?> model =
                    Map.of("structure", structure, "structures", structures, "picture", WirePicture.of(structure));
            Templates.write(output, PACKAGE, structure.name(), Templates.fill("Structure", model));
        }
        for (String method : schema.methods()) {
            Templates.write(output, PACKAGE, method, Templates.fill("Marker", Map.of("method", method)));
        }
        Map<String, ?> register = Map.of("structures", schema.structures(), "attributes", schema.attributes());
        Templates.write(output, PACKAGE, "Structures", Templates.fill("Structures", register));
        for (boolean async : new boolean[] {false, true}) {
            String text = Templates.fill("MadOperations", Map.of("operations", schema.operations(), "async", async));
            Templates.write(output, "io.verbena.mad", async ? "AsyncMadTransactor" : "MadOperations", text);
        }
    }
}
