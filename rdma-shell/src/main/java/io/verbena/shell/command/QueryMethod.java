package io.verbena.shell.command;

import io.verbena.error.NearestNames;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A method with a response, of a class whose attributes are known, such as {@code SubnGet} or {@code SubnAdmGetTable}.
 */
record QueryMethod(ManagementClass managementClass, MadMethod method) {
    private static final List<MadMethod> ANSWERED = List.of(
            MadMethod.GET,
            MadMethod.SET,
            MadMethod.DELETE,
            MadMethod.GET_TABLE,
            MadMethod.GET_TRACE_TABLE,
            MadMethod.GET_MULTI);

    /** Returns the method with this name, regardless of case. */
    static QueryMethod parse(String name) {
        return all().filter(candidate -> candidate.toString().equalsIgnoreCase(name))
                .filter(candidate -> candidate.layouts().findAny().isPresent())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a supported method"
                        + NearestNames.hint(
                                name,
                                all().filter(known -> known.layouts().findAny().isPresent())
                                        .map(QueryMethod::toString)
                                        .toList())));
    }

    /** Returns all methods. The directed-route variant of a class is another class with the same name. */
    private static Stream<QueryMethod> all() {
        return Arrays.stream(ManagementClass.values())
                .filter(known -> known != ManagementClass.SUBNET_DIRECTED_ROUTE && known != ManagementClass.UNKNOWN)
                .flatMap(known -> ANSWERED.stream().map(method -> new QueryMethod(known, method)));
    }

    /** Returns the attribute with this name, regardless of case. */
    Layout<?> attribute(String name) {
        Optional<Layout<?>> known = Structures.names().stream()
                .filter(candidate -> candidate.equalsIgnoreCase(name))
                .findFirst()
                .<Layout<?>>flatMap(Structures::byName)
                .filter(layout -> layout.managementClasses().contains(managementClass));
        if (known.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' is not an attribute of the class "
                    + managementClass.text() + NearestNames.hint(name, names(layouts())));
        }
        if (!isOf(known.get())) {
            List<String> others =
                    methods(known.get()).map(QueryMethod::toString).toList();
            throw new IllegalArgumentException(known.get().name() + " has no " + this
                    + (others.isEmpty()
                            ? " or other method with a response"
                            : "; it has " + String.join(", ", others)));
        }
        return known.get();
    }

    private static List<String> names(Stream<Layout<?>> layouts) {
        return layouts.map(Layout::name).sorted().toList();
    }

    private Stream<QueryMethod> methods(Layout<?> layout) {
        return all().filter(known -> known.managementClass == managementClass && known.isOf(layout));
    }

    private Stream<Layout<?>> layouts() {
        return Structures.names().stream()
                .<Layout<?>>flatMap(name -> Structures.byName(name).stream())
                .filter(this::isOf);
    }

    /** Returns whether the type of the attribute implements the interface that is named after this method. */
    private boolean isOf(Layout<?> layout) {
        return layout.managementClasses().contains(managementClass)
                && Arrays.stream(layout.type().getInterfaces())
                        .anyMatch(known -> known.getSimpleName().equals(toString()));
    }

    boolean isSet() {
        return method == MadMethod.SET;
    }

    QueryMethod get() {
        return new QueryMethod(managementClass, MadMethod.GET);
    }

    @Override
    public String toString() {
        return managementClass.text() + method.text();
    }
}
