package io.verbena.shell.command;

import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.iba.Structures;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.MadRequest;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.FieldValues;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "query SubnGet PortInfo 0,1 --modifier 2 # Read an attribute of a node.",
    "query PerformanceGet PortCounters 4 portSelect=1 # Read the counters of a port.",
    "query SubnAdmGet NodeRecord nodeInfo.nodeType=SWITCH lid=4 # Read one record of the subnet administration.",
    "query SubnAdmGetTable NodeRecord nodeInfo.nodeType=SWITCH # Read the records of all switches.",
    "query SubnAdmGetTraceTable TraceRecord sgid=fe80::1 dgid=fe80::2 # Read the hops of a path.",
    "query SubnSet PKeyTable 0,1 -m 0x20000 pKey=0xffff,0x8001 # Write a complete attribute.",
    "query SubnSet PortInfo 0,1 -m 2 --update portState=0 portPhysicalState=0 hoqLife=3 # Update some fields of an attribute."
})
@Command(
        name = "query",
        description = "Reads or writes any attribute of any management class, by name.",
        footer = {
            "",
            "A field is NAME, NAME[0] or NAME.NAME; its value is a number or has the printed form. An array takes a list,"
                    + " VALUE,VALUE; a set, NAME|NAME; bytes, hexadecimal digits. Without --update, a Set writes zero to all"
                    + " other fields. A request for the hops of a path has the fields of a PathRecord."
                    + " With -v, the response is shown word by word."
        })
final class QueryCommand extends AddressedCommand {
    @Option(
            names = {"-m", "--modifier"},
            paramLabel = "N",
            description = "Attribute modifier (default: 0).")
    String modifier = "0";

    @Option(
            names = {"-u", "--update"},
            description = "Read the attribute first, and change only the given fields.")
    boolean update;

    @Option(
            names = {"-a", "--attribute-id"},
            paramLabel = "ID",
            description =
                    "Attribute ID of the request (default: the ID of ATTRIBUTE, whose layout is used in any case).")
    @Nullable String attributeId;

    @Option(
            names = {"-f", "--field"},
            paramLabel = "FIELD=VALUE",
            description = "Field of the request, as after ATTRIBUTE; can be repeated.")
    List<String> fields = List.of();

    @Parameters(index = "0", paramLabel = "METHOD", description = "Class and method, for example SubnGet or SubnSet.")
    String method;

    @Parameters(index = "1", paramLabel = "ATTRIBUTE", description = "Attribute, for example NodeInfo.")
    String attribute;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "ADDRESS|FIELD=VALUE",
            description =
                    "Address of the target (default for SubnAdm: the subnet administration), and the fields of the request.")
    List<String> rest = List.of();

    @Override
    protected Result run(Session session) {
        QueryMethod called = QueryMethod.parse(method);
        Layout<?> layout = called.attribute(attribute);
        if (update && (!called.isSet() || called.managementClass() == ManagementClass.SUBNET_ADMINISTRATION)) {
            throw new IllegalArgumentException("--update requires a Set that writes a complete attribute; " + called
                    + (called.isSet() ? " writes only the given fields" : " writes nothing"));
        }
        if (update) {
            called.get().attribute(attribute);
        }
        List<String> assignments = new ArrayList<>(rest);
        String address = assignments.isEmpty() || isAssignment(assignments.get(0)) ? null : assignments.remove(0);
        assignments.addAll(fields);
        assignments.stream().filter(word -> !isAssignment(word)).findFirst().ifPresent(word -> {
            throw new IllegalArgumentException("'" + word + "' is not of the form FIELD=VALUE");
        });
        if (TableQuery.isReturnedBy(called.method())) {
            return table(session, called, new TableQuery(called.method(), layout), address, assignments);
        }
        FieldValues values = FieldValues.parse(layout, assignments);
        MadRequest<DecodedMad> request = request(called, layout, values);
        Path path = path(session, called.managementClass(), address);
        if (update) {
            // Fields that select the values, such as the port of counters, are fields of the request that reads them.
            Structure before = payload(session.mad().call(request(called.get(), layout, values), path), layout);
            request = request(called, layout, FieldValues.over(before, assignments));
        }
        Structure found = payload(session.mad().call(request, path), layout);
        String title = "# " + request + " of " + path;
        return Result.of(() -> Stream.concat(Stream.of(title), fields(found)).toList(), () -> found);
    }

    private Result table(
            Session session, QueryMethod called, TableQuery query, @Nullable String address, List<String> assignments) {
        if (Numbers.parse("--modifier", modifier, 32) != 0) {
            throw new IllegalArgumentException("--modifier: " + called + " does not use an attribute modifier");
        }
        FieldValues values = FieldValues.parse(query.template(), assignments);
        Path path = path(session, called.managementClass(), address);
        List<? extends Structure> rows = query.send(session.mad(), values, path);
        String title = called + "(" + query.attribute().name() + ") of " + path;
        return Result.of(() -> lines(title, rows), () -> rows);
    }

    private MadRequest<DecodedMad> request(QueryMethod called, Layout<?> layout, FieldValues values) {
        ManagementClass managementClass = called.managementClass();
        return MadRequest.of(
                managementClass,
                called.method(),
                attributeId == null
                        ? layout.attributeId()
                        : (int) Numbers.parse("--attribute-id", attributeId, Short.SIZE),
                Numbers.parse("--modifier", modifier, 32),
                managementClass == ManagementClass.SUBNET_ADMINISTRATION ? values.componentMask() : 0,
                values.structure());
    }

    /** Returns the payload in the requested layout, because the attribute ID alone may stand for another layout. */
    private static Structure payload(DecodedMad answer, Layout<?> layout) {
        if (answer.payload().isEmpty()) {
            throw new RdmaException(
                    "the response " + answer.method() + "(" + answer.attribute() + ") contains no " + layout.name());
        }
        DecodedMad.Part first = answer.payload().get(0);
        return layout.wrap(answer.mad().structure().toBytes(), first.offset());
    }

    private static boolean isAssignment(String word) {
        return word.indexOf('=') > 0 && !word.startsWith("IbPath[");
    }

    /**
     * Returns the default destination of the class: the local port, or the subnet administration at the LID of its
     * manager.
     */
    private Path path(Session session, ManagementClass managementClass, @Nullable String address) {
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED) {
            return addressing.smp(session, address);
        }
        return managementClass == ManagementClass.SUBNET_ADMINISTRATION
                ? administration(session, address)
                : addressing.gmp(session, address);
    }

    /** Returns the path to the subnet administration, which cannot be queried for the path to itself. */
    private Path administration(Session session, @Nullable String address) {
        if (address != null) {
            return session.resolve(addressing.parse(address));
        }
        PortAttributes port = session.endPort().attributes();
        IbPath path = IbPath.to(port.smLid()).withSl(port.smSl());
        if (!path.isResolved()) {
            throw new RdmaException("no subnet manager has configured end port " + session.endPort()
                    + "; give the address of the target");
        }
        return path;
    }

    /** A query of the subnet administration whose response is a table (IBA 15.4.6). */
    record TableQuery(MadMethod method, Layout<?> attribute) {

        static boolean isReturnedBy(MadMethod method) {
            return switch (method) {
                case GET_TABLE, GET_TRACE_TABLE, GET_MULTI -> true;
                default -> false;
            };
        }

        /** Returns the layout of the request. A request for the hops of a path contains a PathRecord. */
        Layout<?> template() {
            return attribute == TraceRecord.LAYOUT ? PathRecord.LAYOUT : attribute;
        }

        /** Returns the records in the order in which the subnet administration returns them. */
        List<? extends Structure> send(MadTransactor mad, FieldValues values, Path administration) {
            if (!(administration instanceof IbPath path)) {
                throw new RdmaException("SubnAdm" + method.text() + "(" + attribute.name()
                        + ") cannot be sent by directed route; give a LID");
            }
            Structure template = values.structure();
            long mask = values.componentMask();
            if (template instanceof MultiPathRecord paths) {
                return mad.subnAdmGetMulti(paths, mask, path);
            }
            if (method == MadMethod.GET_TRACE_TABLE && template instanceof PathRecord route) {
                return mad.subnAdmGetTraceTable(route, mask, path);
            }
            return table(mad, template, mask, path);
        }

        /** Returns the records. The method is one of the attribute's, so its type has the interface. */
        @SuppressWarnings("unchecked")
        private static <T extends Structure & SubnAdmGetTable> List<T> table(
                MadTransactor mad, Structure template, long mask, IbPath path) {
            return mad.subnAdmGetTable((T) template, mask, path);
        }
    }

    private Stream<String> fields(Structure found) {
        return (options().verbosity() > 0 ? StructureDump.of(found) : DottedText.of(found)).stream();
    }

    private List<String> lines(String title, List<? extends Structure> records) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title + ": " + records.size() + (records.size() == 1 ? " record" : " records"));
        for (int i = 0; i < records.size(); i++) {
            Structure row = records.get(i);
            lines.add("# " + row.layout().name() + " " + (i + 1));
            fields(row).forEach(lines::add);
        }
        return lines;
    }

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
            List<QueryMethod> known =
                    all().filter(each -> each.layouts().findAny().isPresent()).toList();
            return known.stream()
                    .filter(candidate -> candidate.toString().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a supported method"
                            + NearestNames.hint(
                                    name,
                                    known.stream().map(QueryMethod::toString).toList())));
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
}
