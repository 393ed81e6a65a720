package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.iba.Layout;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.mad.DecodedMad;
import io.verbena.mad.MadRequest;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.FieldValues;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.RecordsView;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "query SubnGet PortInfo 0,1 --modifier 2 # One attribute of one node.",
    "query PerformanceGet PortCounters 4 portSelect=1 # The counters of a port.",
    "query SubnAdmGet NodeRecord nodeInfo.nodeType=SWITCH lid=4 # One record of the subnet administration.",
    "query SubnAdmGetTable NodeRecord nodeInfo.nodeType=SWITCH # All switches that it knows.",
    "query SubnAdmGetTraceTable TraceRecord sgid=fe80::1 dgid=fe80::2 # The hops of a path.",
    "query SubnSet PKeyTable 0,1 -m 0x20000 pKey=0xffff,0x8001 # Writes a whole attribute.",
    "query SubnSet PortInfo 0,1 -m 2 --update portState=0 portPhysicalState=0 hoqLife=3 # Writes fields of one."
})
@Command(
        name = "query",
        description = "Reads or writes any attribute of any management class, by name.",
        footer = {
            "",
            "A field is NAME, NAME[0] or NAME.NAME; its value is as it is printed, or a number. An array takes a list,"
                    + " VALUE,VALUE; a set, NAME|NAME; bytes, hexadecimal digits. Without --update, a Set writes zeros"
                    + " where nothing is given. The hops of a path are asked for with the fields of a PathRecord."
                    + " With -v the answer is shown word by word."
        })
final class QueryCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Option(
            names = {"-m", "--modifier"},
            paramLabel = "N",
            description = "The attribute modifier; 0 unless given.")
    String modifier = "0";

    @Option(
            names = {"-u", "--update"},
            description = "Read the attribute first, and change only the fields that are given.")
    boolean update;

    @Parameters(index = "0", paramLabel = "METHOD", description = "Class and method, such as SubnGet or SubnSet.")
    String method;

    @Parameters(index = "1", paramLabel = "ATTRIBUTE", description = "The attribute, such as NodeInfo.")
    String attribute;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "ADDRESS|FIELD=VALUE",
            description = "Whom to ask, and the fields of the request. SubnAdm asks the subnet administration.")
    List<String> rest = List.of();

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        QueryMethod called = QueryMethod.parse(method);
        Layout<?> layout = called.attribute(attribute);
        if (update && (!called.isSet() || called.managementClass() == ManagementClass.SUBNET_ADMINISTRATION)) {
            throw new IllegalArgumentException("--update is for a Set that writes a whole attribute; " + called
                    + (called.isSet() ? " writes only the fields that are given" : " writes nothing"));
        }
        if (update) {
            called.get().attribute(attribute);
        }
        List<String> assignments = new ArrayList<>(rest);
        String address = assignments.isEmpty() || isAssignment(assignments.get(0)) ? null : assignments.remove(0);
        assignments.stream().filter(word -> !isAssignment(word)).findFirst().ifPresent(word -> {
            throw new IllegalArgumentException("'" + word + "' is not FIELD=VALUE");
        });
        if (TableQuery.isAskedBy(called.method())) {
            return table(session, called, new TableQuery(called.method(), layout), address, assignments);
        }
        FieldValues values = FieldValues.parse(layout, assignments);
        MadRequest request = request(called, layout, values);
        Path path = path(session, called.managementClass(), address);
        if (update) {
            // What selects the values, such as the port of counters, is a field of the request that reads them.
            Structure before = payload(call(session, request(called.get(), layout, values), path), layout);
            request = request(called, layout, FieldValues.over(before, assignments));
        }
        return result(request + " of " + path, payload(call(session, request, path), layout));
    }

    private Result table(
            Session session, QueryMethod called, TableQuery query, @Nullable String address, List<String> assignments) {
        if (Numbers.parse("--modifier", modifier, 32) != 0) {
            throw new IllegalArgumentException("--modifier: " + called + " has no attribute modifier");
        }
        FieldValues values = FieldValues.parse(query.template(), assignments);
        Path path = path(session, called.managementClass(), address);
        List<? extends Structure> rows = query.ask(session.mad(), values, path);
        String title = called + "(" + query.attribute().name() + ") of " + path;
        boolean dump = options().verbosity() > 0;
        return Result.of(() -> RecordsView.text(title, rows, dump), () -> RecordsView.json(rows));
    }

    private MadRequest request(QueryMethod called, Layout<?> layout, FieldValues values) {
        ManagementClass managementClass = called.managementClass();
        return new MadRequest(
                managementClass,
                called.method(),
                layout.attributeId(),
                Numbers.parse("--modifier", modifier, 32),
                managementClass == ManagementClass.SUBNET_ADMINISTRATION ? values.componentMask() : 0,
                values.structure());
    }

    private static DecodedMad call(Session session, MadRequest request, Path path) {
        boolean directed = !(path instanceof IbPath) && request.managementClass() == ManagementClass.SUBNET_LID_ROUTED;
        MadRequest routed = directed
                ? new MadRequest(
                        ManagementClass.SUBNET_DIRECTED_ROUTE,
                        request.method(),
                        request.attributeId(),
                        request.modifier(),
                        request.componentMask(),
                        request.payload())
                : request;
        return session.mad().call(routed, path);
    }

    /** The attribute that was asked for, also where the attribute ID alone would stand for another form of it. */
    private static Structure payload(DecodedMad answer, Layout<?> layout) {
        if (answer.payload().isEmpty()) {
            throw new RdmaException(
                    "the answer " + answer.method() + "(" + answer.attribute() + ") carries no " + layout.name());
        }
        DecodedMad.Part first = answer.payload().get(0);
        return layout.wrap(answer.mad().structure().toBytes(), first.offset());
    }

    private Result result(String title, Structure found) {
        boolean dump = options().verbosity() > 0;
        return Result.of(
                () -> {
                    List<String> lines = new ArrayList<>(List.of("# " + title));
                    lines.addAll(dump ? StructureDump.of(found) : DottedText.of(found));
                    return lines;
                },
                () -> found);
    }

    private static boolean isAssignment(String word) {
        return word.indexOf('=') > 0 && !word.startsWith("IbPath[");
    }

    /** Where the class answers if no address is given: at this port, and the administration where its manager is. */
    private Path path(Session session, ManagementClass managementClass, @Nullable String address) {
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED) {
            return addressing.smp(session, address);
        }
        return managementClass == ManagementClass.SUBNET_ADMINISTRATION
                ? administration(session, address)
                : addressing.gmp(session, address);
    }

    /** The administration itself is not asked for the way to it. */
    private Path administration(Session session, @Nullable String address) {
        if (address != null) {
            return session.resolve(addressing.parse(address));
        }
        PortAttributes port = session.endPort().attributes();
        IbPath path = IbPath.to(port.smLid()).withSl(port.smSl());
        if (!path.isResolved()) {
            throw new RdmaException("no subnet manager has set up end port " + session.endPort() + "; give an address");
        }
        return path;
    }
}
