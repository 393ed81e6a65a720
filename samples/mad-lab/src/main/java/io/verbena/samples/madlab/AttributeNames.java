package io.verbena.samples.madlab;

import io.verbena.error.NearestNames;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The attributes that can be read, by name. */
final class AttributeNames {
    private AttributeNames() {}

    /** Finds an attribute that supports Get. */
    static Layout<?> named(String name) {
        List<String> known = readable().map(Layout::name).sorted().toList();
        if (name.isEmpty()) {
            throw new BadQueryException(
                    "attribute", "no attribute is given; set it, for example to NodeInfo or PortInfo");
        }
        return readable()
                .filter(layout -> layout.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new BadQueryException(
                        "attribute",
                        "'" + name + "' is not an attribute that can be read" + NearestNames.hint(name, known)));
    }

    /** Finds the management class of a request by its name, or the only class of the attribute. */
    static ManagementClass classOf(Layout<?> attribute, @Nullable String name) {
        List<ManagementClass> classes = classes(attribute).toList();
        List<String> names = classes.stream().map(ManagementClass::text).toList();
        if (name == null && classes.size() == 1) {
            return classes.get(0);
        }
        if (name == null) {
            throw new BadQueryException(
                    "management-class",
                    attribute.name() + " belongs to several classes; select one of " + String.join(", ", names));
        }
        return classes.stream()
                .filter(candidate -> candidate.text().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new BadQueryException(
                        "management-class",
                        "'" + name + "' is not a class of " + attribute.name() + "; its classes are "
                                + String.join(", ", names)));
    }

    private static Stream<Layout<?>> readable() {
        return Structures.names().stream()
                .<Layout<?>>flatMap(name -> Structures.byName(name).stream())
                .filter(layout -> classes(layout).findAny().isPresent());
    }

    /**
     * Finds the type of a class. Requests by directed route have their own class, and each method its own interface.
     */
    private static Stream<ManagementClass> classes(Layout<?> attribute) {
        return attribute.managementClasses().stream()
                .filter(candidate -> candidate != ManagementClass.SUBNET_DIRECTED_ROUTE)
                .filter(candidate -> Arrays.stream(attribute.type().getInterfaces())
                        .anyMatch(method -> method.getSimpleName()
                                .toLowerCase(Locale.ROOT)
                                .equals((candidate.text() + MadMethod.GET.text()).toLowerCase(Locale.ROOT))));
    }
}
