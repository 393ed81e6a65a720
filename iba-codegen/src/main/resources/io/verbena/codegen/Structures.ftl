<#-- The register of all structures, with a switch per key, so that a class is loaded when it is used. -->
package io.verbena.iba;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Register of all wire structures, which loads only those that are used. */
public final class Structures {
    private Structures() {}

    /** Returns the names of all structures. */
    public static List<String> names() {
        return List.of(
<#list structures as structure>
                "${structure.name}"<#sep>,</#sep>
</#list>
                );
    }

    /** Returns the structure with this name, such as {@code NodeInfo}. */
    public static Optional<Layout<?>> byName(String name) {
        @Nullable Layout<?> found = switch (name) {
<#list structures as structure>
            case "${structure.name}" -> ${structure.name}.LAYOUT;
</#list>
            default -> null;
        };
        return Optional.ofNullable(found);
    }

    /** Returns the attribute of a management class with this ID. */
    public static Optional<Layout<?>> byAttribute(ManagementClass managementClass, int attributeId) {
        @Nullable Layout<?> found = switch (managementClass.code() << 16 | attributeId) {
<#list attributes as structure, keys>
            case ${keys?join(", ")} -> ${structure}.LAYOUT;
</#list>
            default -> null;
        };
        return Optional.ofNullable(found);
    }

    /** Returns the structure of the details of a notice of this generic trap. */
    public static Optional<Layout<?>> byTrap(int trapNumber) {
        @Nullable Layout<?> found = switch (trapNumber) {
<#list structures?filter(structure -> structure.traps?has_content) as structure>
            case ${structure.traps?join(", ")} -> ${structure.name}.LAYOUT;
</#list>
            default -> null;
        };
        return Optional.ofNullable(found);
    }
}
