package io.verbena.shell.command.administration;

import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.mad.MadOptions;
import io.verbena.sa.SaClient;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.FieldValues;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SaqueryView;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(found = "with -L, -l, -G, -O or -U, no node matched")
@Examples({
    "saquery # Show the records of all nodes.",
    "saquery PR --slid 3 --dlid 7 # Show the paths between two LIDs.",
    "saquery NR nodeInfo.nodeType=2 --format csv # Show all switches as CSV."
})
@Command(
        name = "saquery",
        description = "Queries records of the subnet administration.",
        footer = {
            "",
            "QUERY is one of the following, by either name; lid is a LID, a port GUID or the name of a node:",
            "  ClassPortInfo (CPI), NodeRecord (NR) [lid], PortInfoRecord (PIR) [lid/port/options],",
            "  SL2VLTableRecord (SL2VL) [lid/in_port/out_port], PKeyTableRecord (PKTR) [lid/port/block],",
            "  VLArbitrationTableRecord (VLAR) [lid/port/block], InformInfoRecord (IIR) [subscriber_gid],",
            "  LinkRecord (LR) [from_lid/from_port] [to_lid/to_port], ServiceRecord (SR) [service_id],",
            "  PathRecord (PR) [to_lid], MCMemberRecord (MCMR) [mlid], LFTRecord (LFTR) [lid/block],",
            "  RFTRecord (RFTR) [lid/block], MFTRecord (MFTR) [lid/position/block], GUIDInfoRecord (GIR) [lid/block],",
            "  SwitchInfoRecord (SWIR) [lid], SMInfoRecord (SMIR) [lid], ServiceAssociationRecord (SAR) [name]",
            "To query by any field of a record, write its name and value:",
            "  saquery NR nodeInfo.portGuid=0x0008f10400010001",
            "  saquery PIR portInfo.portState=ACTIVE portInfo.linkWidthActive=1X",
            "  saquery PR slid=4 dlid=7 --get"
        })
public final class SaqueryCommand extends EndPortCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    RecordOptions fields = new RecordOptions();

    @Mixin
    QueryShortcuts shortcuts = new QueryShortcuts();

    @Option(
            names = "--smkey",
            paramLabel = "KEY",
            description = "SM_Key for trusted queries; prompts for the key if KEY is not a number.")
    @Nullable String smKey;

    @Option(
            names = "--get",
            description = "Send a Get, which fails if more than one record matches, instead of a GetTable.")
    boolean one;

    @Option(
            names = "--no-defaults",
            description = "Accepted for compatibility; a query contains only the given fields.")
    boolean noDefaults;

    @Parameters(
            arity = "0..*",
            paramLabel = "QUERY|NODE|FIELD=VALUE",
            description = "Kind of record (default: NodeRecord), its arguments, and values of fields.")
    List<String> words = List.of();

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return smKey == null ? defaults : defaults.withKeys(defaults.keys().withSmKey(Numbers.key("--smkey", smKey)));
    }

    @Override
    protected Result run(Session session) {
        List<String> arguments = new ArrayList<>(words);
        List<String> assignments = new ArrayList<>();
        arguments.removeIf(word -> word.indexOf('=') > 0 && assignments.add(word));
        NodeRecords nodes = new NodeRecords(session.sa(), naming.read());
        SaqueryView view = new SaqueryView(options().showsKeys(), nodes::name);
        shortcuts.requireOne();
        if (shortcuts.looksUp()) {
            requireNone(assignments);
            return lookUp(shortcuts, nodes, one(arguments));
        }
        if (shortcuts.list || shortcuts.managers) {
            requireNone(assignments);
            requireNone(arguments);
            return shortcuts.list ? list(session.sa(), nodes) : managers(session.sa());
        }
        RecordKind selected = shortcuts.kind();
        RecordKind named = arguments.isEmpty() ? null : RecordKind.of(arguments.get(0));
        // A name that repeats the kind, as in "PR --src-to-dst 4:7", is no argument of the query.
        if (named != null && (selected == null || selected == named)) {
            arguments.remove(0);
        }
        RecordKind kind = selected != null ? selected : named != null ? named : RecordKind.NODE;
        assignments.addAll(fields.assignments(kind));
        boolean brief = shortcuts.members && !arguments.isEmpty();
        List<String> both = ends(shortcuts, nodes);
        if (both.isEmpty()) {
            boolean byName = kind == RecordKind.NODE && arguments.size() == 1 && assignments.isEmpty();
            List<NodeRecord> called = byName ? nodesNamed(nodes, arguments.get(0)) : List.of();
            if (!called.isEmpty()) {
                return Result.of(called, view::of);
            }
            assignments.addAll(positional(kind, arguments, nodes));
        } else {
            requireNone(arguments);
            assignments.addAll(both);
        }
        List<? extends Structure> records = ask(session.sa(), kind, FieldValues.parse(kind.layout, assignments));
        return result(shortcuts, records, brief, nodes, view);
    }

    private static Result result(
            QueryShortcuts shortcuts,
            List<? extends Structure> records,
            boolean brief,
            NodeRecords nodes,
            SaqueryView view) {
        if (shortcuts.groups) {
            return Result.of(() -> lines(records, SaqueryView::group), () -> records);
        }
        if (shortcuts.members) {
            return Result.of(
                    () -> lines(records, member -> SaqueryView.groupMember(member, name(member, nodes), brief)),
                    () -> records);
        }
        return Result.of(() -> view.of(records), () -> records);
    }

    private static List<String> lines(List<? extends Structure> records, Function<McMemberRecord, List<String>> view) {
        return records.stream()
                .flatMap(record -> view.apply((McMemberRecord) record).stream())
                .toList();
    }

    /** Returns the name of a member's node. The subnet administration reveals it to trusted clients only. */
    private static String name(McMemberRecord member, NodeRecords nodes) {
        if (member.portGid().equals(Gid.ZERO)) {
            return "<unknown>";
        }
        return nodes.withPort(Guid.of(member.portGid().interfaceId())).stream()
                .findFirst()
                .map(nodes::name)
                .orElse("<unknown>");
    }

    private static List<NodeRecord> nodesNamed(NodeRecords nodes, String word) {
        return word.matches("0[xX].*|[0-9].*") ? List.of() : nodes.called(word);
    }

    private static Result lookUp(QueryShortcuts shortcuts, NodeRecords nodes, String word) {
        List<NodeRecord> found = shortcuts.nameOfLid
                ? nodes.all().stream()
                        .filter(node -> node.lid().equals(Lid.parse(word)))
                        .toList()
                : shortcuts.nameOfGuid ? nodes.withPort(Guid.parse(word)) : nodes.called(word);
        if (shortcuts.lid && found.size() > 1) {
            found = found.subList(0, 1);
        }
        List<NodeRecord> shown = found;
        Function<NodeRecord, String> line = shortcuts.guids
                ? node -> node.nodeInfo().portGuid().toHex()
                : shortcuts.nameOfLid || shortcuts.nameOfGuid
                        ? nodes::name
                        : node -> node.lid().toString();
        return Result.of(() -> shown.stream().map(line).toList(), () -> shown).found(shown.isEmpty());
    }

    private static Result list(SaClient sa, NodeRecords nodes) {
        List<NodeRecord> adapters = sa.table(NodeRecord.query().nodeType(NodeType.CHANNEL_ADAPTER));
        return Result.of(() -> SaqueryView.list(adapters, nodes::name), () -> adapters);
    }

    private static Result managers(SaClient sa) {
        Map<String, List<PortInfoRecord>> ports = new LinkedHashMap<>();
        List<PortInfoRecord> all = sa.table(PortInfoRecord.class);
        ports.put("IsSM", capable(all, PortCapability.IS_SM));
        ports.put("IsSMdisabled", capable(all, PortCapability.IS_SM_DISABLED));
        return Result.of(ports, found -> {
            List<String> lines = new ArrayList<>();
            found.forEach((name, records) -> {
                lines.add((lines.isEmpty() ? "" : "\n") + name + " ports");
                records.forEach(record -> lines.addAll(SaqueryView.managerPort(record)));
            });
            return lines;
        });
    }

    private static List<PortInfoRecord> capable(List<PortInfoRecord> ports, PortCapability capability) {
        return ports.stream()
                .filter(port -> port.portInfo().capabilityMask().contains(capability))
                .toList();
    }

    private static List<String> ends(QueryShortcuts shortcuts, NodeRecords nodes) {
        if (shortcuts.sourceToDestination != null) {
            String[] ends = halves("--src-to-dst", shortcuts.sourceToDestination, ":", "4:7");
            return List.of("slid=" + nodes.lid(ends[0]), "dlid=" + nodes.lid(ends[1]));
        }
        if (shortcuts.gids != null) {
            String[] ends = halves("--sgid-to-dgid", shortcuts.gids, "-", "fe80::1-fe80::2");
            return List.of("sgid=" + ends[0], "dgid=" + ends[1]);
        }
        return List.of();
    }

    private static String[] halves(String option, String text, String divider, String example) {
        String[] halves = text.split(divider, -1);
        if (halves.length != 2) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not a pair separated by '" + divider
                    + "'; expected for example " + example);
        }
        return halves;
    }

    private static List<String> positional(RecordKind kind, List<String> arguments, NodeRecords nodes) {
        if (arguments.size() > kind.arity()) {
            throw new IllegalArgumentException("unexpected argument: '" + arguments.get(kind.arity()) + "'; "
                    + kind.shortName + " takes " + (kind.arity() == 0 ? "no arguments" : kind.usage()));
        }
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            List<String> names = kind.fields(i);
            // Names may contain slashes, and a GID is a single word.
            String[] parts = names.size() == 1
                    ? new String[] {arguments.get(i)}
                    : arguments.get(i).split("/", -1);
            if (parts.length > names.size()) {
                throw new IllegalArgumentException("'" + arguments.get(i) + "' has " + parts.length + " parts; "
                        + kind.shortName + " takes " + kind.usage());
            }
            for (int part = 0; part < parts.length; part++) {
                if (!parts[part].isEmpty()) {
                    assignments.add(names.get(part) + "=" + value(names.get(part), parts[part], nodes));
                }
            }
        }
        return assignments;
    }

    private static String value(String field, String text, NodeRecords nodes) {
        boolean node = field.toLowerCase(Locale.ROOT).endsWith("lid") && !field.equals("mlid");
        return node ? nodes.lid(text).toString() : text;
    }

    private List<? extends Structure> ask(SaClient sa, RecordKind kind, FieldValues values) {
        if (kind == RecordKind.CLASS_PORT_INFO) {
            return List.of(get(sa, (ClassPortInfo) values.structure(), values.componentMask()));
        }
        return one ? record(sa, values.structure(), values.componentMask()) : records(sa, kind.layout, values);
    }

    private static <T extends Structure & SubnAdmGet> T get(SaClient sa, T template, long mask) {
        return sa.get(RecordQuery.of(template, mask));
    }

    /** Reads a single record. Every record that has a table can be read on its own as well. */
    @SuppressWarnings("unchecked")
    private static <T extends Structure & SubnAdmGet> List<T> record(SaClient sa, Structure template, long mask) {
        return List.of(get(sa, (T) template, mask));
    }

    /** Reads a table of records. Every kind but the one that {@link #get} reads has a table. */
    @SuppressWarnings("unchecked")
    private static <T extends Structure & SubnAdmGetTable> List<T> records(
            SaClient sa, Layout<?> layout, FieldValues values) {
        return sa.table(RecordQuery.of((T) layout.copy(values.structure()), values.componentMask()));
    }

    private static String one(List<String> arguments) {
        if (arguments.size() != 1) {
            throw new IllegalArgumentException(
                    arguments.isEmpty()
                            ? "-L, -l and -G need the name of a node, -O a LID, -U a port GUID"
                            : "unexpected argument: '" + arguments.get(1) + "'; quote a name that contains blanks");
        }
        return arguments.get(0);
    }

    private static void requireNone(List<String> words) {
        if (!words.isEmpty()) {
            throw new IllegalArgumentException("unexpected argument: '" + words.get(0) + "'");
        }
    }

    /** The nodes that the subnet administration knows, read once when a command first looks up a node by name. */
    static final class NodeRecords {
        private final SaClient sa;
        private final NodeNameMap map;
        private @Nullable List<NodeRecord> all;

        NodeRecords(SaClient sa, NodeNameMap map) {
            this.sa = sa;
            this.map = map;
        }

        List<NodeRecord> all() {
            if (all == null) {
                all = sa.table(NodeRecord.class);
            }
            return all;
        }

        /** Returns the name of a node: from the node name map, or its description. */
        String name(NodeRecord record) {
            return map.nameOf(
                    record.nodeInfo().nodeGuid(), record.nodeDescription().nodeString());
        }

        /** Returns the records of the nodes with a name, one for each port; empty if there is none. */
        List<NodeRecord> called(String name) {
            return all().stream()
                    .filter(record -> name.equals(name(record))
                            || name.equals(record.nodeDescription().nodeString()))
                    .toList();
        }

        /** Returns the record of the port with this GUID; empty if there is none. */
        List<NodeRecord> withPort(Guid portGuid) {
            return all().stream()
                    .filter(record -> record.nodeInfo().portGuid().equals(portGuid))
                    .toList();
        }

        Lid lid(String word) {
            if (Numbers.isNumber(word) && Numbers.parse("LID", word, Long.SIZE) >>> Short.SIZE == 0) {
                return Lid.parse(word);
            }
            List<NodeRecord> found = Numbers.isNumber(word) ? withPort(Guid.parse(word)) : called(word);
            if (found.isEmpty()) {
                throw new RdmaException("the subnet administration knows no node '" + word
                        + "'; expected a LID, a port GUID or the complete name of a node");
            }
            return found.get(0).lid();
        }
    }
}
