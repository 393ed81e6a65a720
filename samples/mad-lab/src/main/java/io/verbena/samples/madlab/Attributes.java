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
final class Attributes {
    private Attributes() {}

    /** The attribute of this name that has a Get. */
    static Layout<?> named(String name) {
        List<String> known = readable().map(Layout::name).sorted().toList();
        if (name.isEmpty()) {
            throw new BadQueryException("attribute", "there is no attribute; name one, such as NodeInfo or PortInfo");
        }
        return readable()
                .filter(layout -> layout.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new BadQueryException(
                        "attribute",
                        "'" + name + "' is not an attribute that can be read" + NearestNames.hint(name, known)));
    }

    /** The class to ask: that of the name, or the only one there is. */
    static ManagementClass classOf(Layout<?> attribute, @Nullable String name) {
        List<ManagementClass> classes = classes(attribute).toList();
        List<String> names = classes.stream().map(ManagementClass::text).toList();
        if (name == null && classes.size() == 1) {
            return classes.get(0);
        }
        if (name == null) {
            throw new BadQueryException(
                    "management-class",
                    attribute.name() + " is of several classes; say which: " + String.join(", ", names));
        }
        return classes.stream()
                .filter(candidate -> candidate.text().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new BadQueryException(
                        "management-class",
                        "'" + name + "' is not a class of " + attribute.name() + "; it is of "
                                + String.join(", ", names)));
    }

    private static Stream<Layout<?>> readable() {
        return Structures.names().stream()
                .<Layout<?>>flatMap(name -> Structures.byName(name).stream())
                .filter(layout -> classes(layout).findAny().isPresent());
    }

    /** By directed route a class is another one, of the same name; the type has an interface for each method. */
    private static Stream<ManagementClass> classes(Layout<?> attribute) {
        return attribute.managementClasses().stream()
                .filter(candidate -> candidate != ManagementClass.SUBNET_DIRECTED_ROUTE)
                .filter(candidate -> Arrays.stream(attribute.type().getInterfaces())
                        .anyMatch(method -> method.getSimpleName()
                                .toLowerCase(Locale.ROOT)
                                .equals((candidate.text() + MadMethod.GET.text()).toLowerCase(Locale.ROOT))));
    }
}
