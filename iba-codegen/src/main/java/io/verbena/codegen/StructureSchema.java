package io.verbena.codegen;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One structure of the table.
 *
 * @param attribute the attribute ID; null for a format, which is not an attribute of any class
 * @param classes the management classes that have the attribute
 * @param methods what the classes may do with it, such as {@code SubnGet}
 * @param variant whether another structure stands for the attribute where only its ID is known
 * @param traps the traps whose details this is
 */
public record StructureSchema(
        String name,
        String title,
        String section,
        int length,
        @Nullable Integer attribute,
        List<String> classes,
        List<String> methods,
        boolean variant,
        List<Integer> traps,
        List<FieldSchema> fields) {

    /** Refuses a table in which two fields share a bit or a name, or a field leaves its structure. */
    public StructureSchema {
        if ((attribute == null) != classes.isEmpty()) {
            throw new SchemaException(name + " needs both or none of attribute and class");
        }
        if (fields.stream().map(FieldSchema::name).distinct().count() != fields.size()) {
            throw new SchemaException(name + " has two fields of one name");
        }
        boolean[] taken = new boolean[length * 8];
        for (FieldSchema field : fields) {
            if (field.bit() < 0 || field.end() > taken.length) {
                throw new SchemaException(name + "." + field.name() + " covers bits " + field.bit() + " to "
                        + (field.end() - 1) + " of a structure of " + taken.length + " bits");
            }
            for (int bit = field.bit(); bit < field.end(); bit++) {
                if (taken[bit]) {
                    throw new SchemaException(name + "." + field.name() + " covers bit " + bit + ", which is taken");
                }
                taken[bit] = true;
            }
        }
    }

    /** Returns whether the subnet administration can be asked for records by their fields. */
    public boolean hasQuery() {
        return classes.contains("SUBNET_ADMINISTRATION") && fields.stream().anyMatch(field -> field.mask() != null);
    }
}
