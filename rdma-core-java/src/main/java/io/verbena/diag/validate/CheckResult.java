package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import io.verbena.iba.Lid;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** Collects the findings and tables of a check. For one thread. */
public final class CheckResult {
    private final String check;
    private final NodeNameMap names;
    private final List<FabricFinding> findings = new ArrayList<>();
    private final List<ReportTable> tables = new ArrayList<>();

    /**
     * Creates an empty result.
     *
     * @param check the name of the check
     * @param names the names of nodes in findings
     */
    public CheckResult(String check, NodeNameMap names) {
        this.check = check;
        this.names = names;
    }

    /** Adds a finding about ports. */
    public void find(FindingKind kind, String evidence, Port... ports) {
        find(kind, evidence, List.of(ports));
    }

    /** Adds a finding about ports. */
    public void find(FindingKind kind, String evidence, Collection<Port> ports) {
        findings.add(FabricFinding.of(
                check, kind, evidence, ports.stream().map(this::affected).toList()));
    }

    /** Adds a finding about nodes. */
    public void findNodes(FindingKind kind, String evidence, Collection<Node> nodes) {
        findings.add(FabricFinding.of(
                check, kind, evidence, nodes.stream().map(this::affected).toList()));
    }

    /** Adds a finding about anything, such as a node that is missing. */
    public void findAt(FindingKind kind, String evidence, List<Affected> affected) {
        findings.add(FabricFinding.of(check, kind, evidence, affected));
    }

    /** Adds a finding whose evidence begins with the name of the port. */
    void findOf(FindingKind kind, Port port, String what) {
        find(kind, nameOf(port) + what, port);
    }

    /** Adds a finding whose evidence begins with the name of the node. */
    void findOf(FindingKind kind, Node node, String what) {
        findNodes(kind, nameOf(node) + what, List.of(node));
    }

    <T> void table(String name, List<String> columns, Collection<T> objects, Function<T, List<Object>> row) {
        table(name, columns, objects.stream().map(row).toList());
    }

    /** Adds a table. */
    public void table(String name, List<String> columns, List<List<Object>> rows) {
        tables.add(new ReportTable(name, columns, rows));
    }

    /** Returns the name of a node in findings. */
    public String nameOf(Node node) {
        return names.nameOf(node);
    }

    /** Returns the name of a port in findings, such as {@code leaf2 port 4}. */
    public String nameOf(Port port) {
        return names.nameOf(port.node()) + " port " + port.number();
    }

    private Affected affected(Port port) {
        Node node = port.node();
        return new Affected(node.guid(), node.type(), names.nameOf(node), port.number(), port.lid());
    }

    private Affected affected(Node node) {
        return new Affected(node.guid(), node.type(), names.nameOf(node), null, lid(node));
    }

    /** Returns the LID of the first port. */
    static Lid lid(Node node) {
        return node.ports().stream().findFirst().map(Port::lid).orElse(Lid.NONE);
    }

    /** Returns the findings so far. */
    public List<FabricFinding> findings() {
        return Collections.unmodifiableList(findings);
    }

    /** Returns the tables so far. */
    public List<ReportTable> tables() {
        return Collections.unmodifiableList(tables);
    }
}
