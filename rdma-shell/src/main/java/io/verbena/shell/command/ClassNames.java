package io.verbena.shell.command;

import io.verbena.error.NearestNames;
import io.verbena.iba.ManagementClass;
import java.util.Arrays;
import java.util.List;

/** Management classes as people call them: the beginning of the names of their methods. */
final class ClassNames {
    private ClassNames() {}

    /**
     * The class of this name, in any case of letters.
     *
     * @throws IllegalArgumentException if there is none; the message names the nearest
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
