package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** An embedded fabric into which a test plants faults by requests of subnet management, and which it validates. */
final class ValidatedFabric implements AutoCloseable {
    private static final int BLOCK = 64;

    private final EmbeddedFabric fabric;
    private final Rdma rdma;
    private final MadTransactor mad;
    private Subnet subnet;

    ValidatedFabric(EmbeddedFabric fabric) {
        this.fabric = fabric;
        this.rdma = Rdma.builder().driver(fabric.driver()).open();
        this.mad = rdma.mad(rdma.defaultEndPort());
        this.subnet = rdma.discovery(mad).run();
    }

    /** Closes this fabric and opens another one. */
    ValidatedFabric reopened(EmbeddedFabric other) {
        close();
        return new ValidatedFabric(other);
    }

    EmbeddedFabric fabric() {
        return fabric;
    }

    Rdma rdma() {
        return rdma;
    }

    MadTransactor mad() {
        return mad;
    }

    /** Returns the subnet as it was before faults were planted. */
    Subnet subnet() {
        return subnet;
    }

    Node node(String name) {
        return subnet.node(name, NodeNameMap.EMPTY);
    }

    /** Returns the directed route to a node; to a host, by way of its switch. */
    Path path(String name) {
        return subnet.pathTo(node(name)).orElseThrow();
    }

    int lid(String name) {
        return node(name).ports().iterator().next().lid().bits();
    }

    /** Changes the PortInfo of a port. */
    void change(String name, int port, UnaryOperator<PortInfo> change) {
        PortInfo info = PortInfo.LAYOUT.copy(mad.subnGet(PortInfo.class, path(name), port));
        info.portState(PortState.NO_CHANGE).portPhysicalState(PortPhysicalState.NO_CHANGE);
        mad.subnSet(change.apply(info), path(name), port);
    }

    /** Changes the exit of a switch for a LID. */
    void route(String name, int lid, int exit) {
        LinearForwardingTable block =
                LinearForwardingTable.LAYOUT.copy(mad.subnGet(LinearForwardingTable.class, path(name), lid / BLOCK));
        mad.subnSet(block.port(lid % BLOCK, exit), path(name), lid / BLOCK);
    }

    FabricState read(Set<SweepPart> parts) {
        subnet = rdma.discovery(mad).run();
        return new FabricSweep(subnet, NodeNameMap.EMPTY, mad, rdma.sa(mad)).read(parts);
    }

    ValidationReport report(ValidationOptions options) {
        FabricValidation validation = new FabricValidation(options);
        return validation.run(read(validation.needs()));
    }

    /** Returns the identifiers of all findings that are errors or warnings. */
    List<String> faults() {
        return faults(ValidationOptions.DEFAULTS);
    }

    List<String> faults(ValidationOptions options) {
        return ids(report(options));
    }

    /** Returns the faults that one check finds. */
    List<String> faultsOf(String check) {
        return faults(ValidationOptions.DEFAULTS.without(FabricValidation.CHECKS.stream()
                .map(FabricCheck::id)
                .filter(id -> !id.equals(check))
                .collect(Collectors.toSet())));
    }

    /** Returns the faults that remain without the counters, which cannot be read if routing is broken. */
    ValidationReport reportWithoutCounters() {
        ValidationOptions options = ValidationOptions.DEFAULTS.without(Set.of("counters"));
        FabricValidation validation = new FabricValidation(options);
        return validation.run(read(validation.needs()));
    }

    static List<String> ids(ValidationReport report) {
        return report.findings().stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .map(FabricFinding::id)
                .toList();
    }

    @Override
    public void close() {
        rdma.close();
        fabric.close();
    }
}
