package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rows of functions, operations and values, and what the generator makes of them. */
class FunctionTableTest {
    private static final String FUNCTIONS = """
            IbvThings:
              title: Functions of things
              functions:
                make_thing: ["long makeThing(long context, long place, int access, int wait)", "Makes a thing.", "@param place an address"]
                count_things: ["int countThings(long context, out IbvThing thing, in byte[]? bytes)", "Counts things."]
                ibv_raw: ["void raw(address memory)", "Passes memory."]
            """;
    private static final String OPERATIONS = """
            ThingOperations:
              package: verbs
              title: [Operations of things, <p>They may fail.]
              linux: LinuxThings extends Outcome implements Driver
              constructor: String device, long context
              operations:
                - method: long makeThing(RecordMemory place, Set<AccessFlag> access, boolean wait)
                  comment: Makes a thing.
                  unsupported: ibv_make_thing
                  linux: IbvThings.makeThing(context, place, access, wait)
                - method: Thing thing(long id)
                  comment: Returns a thing.
                  call: ibv_count_things
                  linux: IbvThings.countThings(id, new IbvThing(), null)
                  result: "Thing.of(?)"
                - method: boolean isThere()
                  comment: Returns whether it is there.
                  default: true
                - method: void raw(RecordMemory memory)
                  linux: IbvThings.raw(memory)
            """;
    private static final String VALUES = """
            MadeThing:
              package: verbs
              title: A thing.
              components:
                handle: [long, its handle]
                name: ["@Nullable String", its name]
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("functions.yaml"), FUNCTIONS);
        Files.writeString(folder.resolve("operations.yaml"), OPERATIONS);
        Files.writeString(folder.resolve("values.yaml"), VALUES);
    }

    @Test
    void aFunctionIsANativeMethod() throws IOException {
        FunctionTable table = FunctionTable.read(folder);
        String bindings =
                Templates.fill("Bindings", Map.of("group", table.groups().get(0)));

        assertThat(bindings)
                .contains("@JniClass\npublic final class IbvThings {", "/** Functions of things. */\n")
                .contains(
                        "@JniMethod(accessor = \"verbena_verbs_make_thing\")",
                        "@JniMethod(accessor = \"verbena_verbs_ibv_raw\")")
                .contains("native long makeThing(long context, long place, int access, int wait);")
                .contains("@JniArg(flags = ArgFlag.NO_IN) IbvThing thing")
                .contains("@JniArg(cast = \"void *\", flags = ArgFlag.NO_OUT) byte @Nullable [] bytes")
                .contains("native void raw(@JniArg(cast = \"void *\") long memory);")
                .contains("     * Makes a thing.\n     *\n     * @param place an address\n");
    }

    @Test
    void anOperationIsAbstractOrRefusesOrHasADefault() throws IOException {
        FunctionTable table = FunctionTable.read(folder);
        String operations = Templates.fill(
                "Operations", Map.of("provider", table.providers().get(0)));

        assertThat(operations)
                .contains("public interface ThingOperations {", " * <p>They may fail.\n")
                .contains("UnsupportedException unsupported(String call);")
                .contains("default long makeThing(RecordMemory place, Set<AccessFlag> access, boolean wait) {")
                .contains("throw unsupported(\"ibv_make_thing\");")
                .contains("    Thing thing(long id);")
                .contains("default boolean isThere() {\n        return true;")
                .doesNotContain("void raw(");
    }

    @Test
    void anOperationIsImplementedByItsFunction() throws IOException {
        FunctionTable table = FunctionTable.read(folder);
        String linux = Templates.fill(
                "Implementations",
                Map.of("functions", table, "provider", table.providers().get(0)));

        assertThat(linux)
                .contains("abstract class LinuxThings extends Outcome implements Driver {")
                .contains("LinuxThings(String device, long context) {\n        super(device, context);")
                .contains("return handle(\"ibv_make_thing\", IbvThings.makeThing(context, place.address(),"
                        + " (int) WireEnum.bitsOf(access), wait ? 1 : 0));")
                .contains("Reference.reachabilityFence(place);")
                .contains(
                        "return Thing.of(check(\"ibv_count_things\", IbvThings.countThings(id, new IbvThing(), null)));")
                .contains("            IbvThings.raw(memory.address());\n")
                .doesNotContain("isThere");
    }

    @Test
    void aValueIsARecord() throws IOException {
        assertThat(Templates.fill(
                        "Value",
                        Map.of("value", FunctionTable.read(folder).values().get(0))))
                .contains("package io.verbena.spi.verbs;")
                .contains("@param handle its handle")
                .contains("public record MadeThing(long handle, @Nullable String name) {}");
    }

    @Test
    void aCallOfAnUnknownFunctionIsRefused() throws IOException {
        Files.writeString(folder.resolve("operations.yaml"), OPERATIONS.replace("IbvThings.raw(", "IbvThings.row("));
        FunctionTable table = FunctionTable.read(folder);
        Map<String, ?> model =
                Map.of("functions", table, "provider", table.providers().get(0));

        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> Templates.fill("Implementations", model))
                .withMessageContaining("IbvThings.row");
    }
}
