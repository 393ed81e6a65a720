package io.verbena.codegen;

import io.verbena.codegen.VerbsTable.Constant;
import io.verbena.codegen.VerbsTable.Enumeration;
import io.verbena.codegen.VerbsTable.FlowHeader;
import io.verbena.codegen.VerbsTable.HeaderField;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.Value;

/** Writes a C file that fails to compile where the table contradicts the header of a library. */
final class VerbsChecks {
    private final StringBuilder text = new StringBuilder();

    private VerbsChecks() {}

    static String generate(VerbsTable table, String library) {
        VerbsChecks checks = new VerbsChecks();
        checks.text
                .append(
                        "/* Generated from the table of verbs: its facts, as the headers of this machine have them. */\n")
                .append("#include \"verbena_")
                .append(library)
                .append(".h\"\n");
        for (Enumeration enumeration : table.enums()) {
            if (enumeration.library().equals(library)) {
                enumeration.constants().forEach(constant -> checks.constant(enumeration, constant));
            }
        }
        table.layouts().stream()
                .filter(layout -> layout.library().equals(library))
                .forEach(layout -> layout.values().forEach(value -> checks.value(layout, value)));
        if (library.equals("verbs")) {
            table.flows().forEach(checks::flow);
        }
        return checks.text.toString();
    }

    private void value(Layout layout, Value value) {
        String row = layout.name() + "." + value.name();
        if (!value.check().isEmpty()) {
            require(value.check() + " == " + value.value(), row, "");
        }
        if (value.size() > 0 && !value.accessor().contains(" + ")) {
            require(
                    "sizeof(((struct " + layout.struct() + " *)0)->" + value.accessor() + ") == " + value.size(),
                    row,
                    "");
        }
    }

    private void flow(FlowHeader header) {
        header.types().values().forEach(type -> require(type.check() + " == " + type.value(), header.name(), ""));
        String struct = "struct " + header.struct();
        require("sizeof(" + struct + ") == " + header.size(), header.name(), "");
        for (HeaderField field : header.fields()) {
            String row = header.name() + "." + field.name();
            int value = header.value() + field.offset();
            int mask = header.mask() + field.offset();
            require("offsetof(" + struct + ", val." + field.accessor() + ") == " + value, row, "");
            require("offsetof(" + struct + ", mask." + field.accessor() + ") == " + mask, row, "");
            require("sizeof(((" + struct + " *)0)->val." + field.accessor() + ") == " + field.size(), row, "");
        }
    }

    private void constant(Enumeration enumeration, Constant constant) {
        if (!constant.cName().isEmpty()) {
            require(
                    "(long long)" + constant.cName() + " == " + constant.code() + "LL",
                    enumeration.name() + "." + constant.name(),
                    constant.condition());
        }
    }

    private void require(String expression, String row, String condition) {
        String check = "_Static_assert(" + expression + ", \"" + row + "\");\n";
        text.append('\n').append(condition.isEmpty() ? check : "#ifdef " + condition + "\n" + check + "#endif\n");
    }
}
