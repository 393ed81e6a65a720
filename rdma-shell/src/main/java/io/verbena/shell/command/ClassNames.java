package io.verbena.shell.command;

import io.verbena.error.NearestNames;
import io.verbena.iba.ManagementClass;
import java.util.Arrays;
import java.util.List;

/** Parses the names of management classes, which are the prefixes of the names of their methods. */
final class ClassNames {
    private ClassNames() {}

    /**
     * Returns the class with this name, regardless of case.
     *
     * @throws IllegalArgumentException if there is no such class; the message names the nearest one
     */
    static ManagementClass parse(String name) {
        List<ManagementClass> classes = Arrays.stream(ManagementClass.values())
                .filter(each -> each != ManagementClass.UNKNOWN && each != ManagementClass.SUBNET_DIRECTED_ROUTE)
                .toList();
        return classes.stream()
                .filter(each -> each.text().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a management class"
                        + NearestNames.hint(
                                name,
                                classes.stream().map(ManagementClass::text).toList())));
    }
}
