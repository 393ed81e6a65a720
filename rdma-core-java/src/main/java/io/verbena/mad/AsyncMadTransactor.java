package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.BMGet;
import io.verbena.iba.BMSet;
import io.verbena.iba.CommMgtGet;
import io.verbena.iba.CommMgtSend;
import io.verbena.iba.CommMgtSet;
import io.verbena.iba.CongestionControlGet;
import io.verbena.iba.CongestionControlSet;
import io.verbena.iba.DevMgtGet;
import io.verbena.iba.DevMgtSet;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PerformanceGet;
import io.verbena.iba.PerformanceSet;
import io.verbena.iba.SNMPGet;
import io.verbena.iba.SNMPSend;
import io.verbena.iba.SNMPSet;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmDelete;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SubnAdmSet;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnSet;
import io.verbena.iba.SubnTrap;
import io.verbena.iba.TraceRecord;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Remote procedure calls whose answers come as futures. What hangs on a future runs on the reader of the end port: it may
 * ask more, but must not wait. Cancelling a future takes its request back. Safe for use by several threads.
 *
 * <p>The futures fail with the same exceptions that {@link MadTransactor} throws. Of a method without an answer the future
 * is done when the datagram is sent, on the thread that sends it.
 */
public final class AsyncMadTransactor implements AsyncSubnetManagement {
    private final Planes planes;
    private final MadOptions options;
    private final Questions questions;

    AsyncMadTransactor(Planes planes, MadOptions options) {
        this.planes = planes;
        this.options = options;
        this.questions = new Questions(planes, options);
    }

    // ---- subnet management

    @Override
    public <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path, long modifier) {
        return ask(() -> questions.subnetManagement(MadMethod.GET, Layout.forType(type), null, path, modifier));
    }

    /** Writes an attribute of a port or node; see {@link MadTransactor#subnSet(Structure, Path, long)}. */
    public <T extends Structure & SubnSet> CompletableFuture<T> subnSet(T payload, Path path, long modifier) {
        return ask(() -> questions.subnetManagement(MadMethod.SET, layout(payload), payload, path, modifier));
    }

    /** Sends a trap, which has no answer; see {@link MadTransactor#subnTrap}. */
    public <T extends Structure & SubnTrap> CompletableFuture<MadExchange> subnTrap(T notice, IbPath manager) {
        return ask(() -> questions.unanswered(ManagementClass.SUBNET_LID_ROUTED, MadMethod.TRAP, notice, manager));
    }

    // ---- subnet administration

    /** Asks for one record; see {@link MadTransactor#subnAdmGet}. */
    public <T extends Structure & SubnAdmGet> CompletableFuture<T> subnAdmGet(
            T template, long componentMask, IbPath administration) {
        return ask(() -> questions.record(MadMethod.GET, layout(template), template, componentMask, administration));
    }

    /** Makes or changes a record; see {@link MadTransactor#subnAdmSet}. */
    public <T extends Structure & SubnAdmSet> CompletableFuture<T> subnAdmSet(
            T wanted, long componentMask, IbPath administration) {
        return ask(() -> questions.record(MadMethod.SET, layout(wanted), wanted, componentMask, administration));
    }

    /** Removes a record; see {@link MadTransactor#subnAdmDelete}. */
    public <T extends Structure & SubnAdmDelete> CompletableFuture<T> subnAdmDelete(
            T template, long componentMask, IbPath administration) {
        return ask(() -> questions.record(MadMethod.DELETE, layout(template), template, componentMask, administration));
    }

    /** Asks for all records of a kind; see {@link MadTransactor#subnAdmGetTable(Structure, long, IbPath)}. */
    public <T extends Structure & SubnAdmGetTable> CompletableFuture<List<T>> subnAdmGetTable(
            T template, long componentMask, IbPath administration) {
        return subnAdmGetTable(template, componentMask, 0, administration);
    }

    /** The same with an attribute modifier; see {@link MadTransactor#subnAdmGetTable(Structure, long, long, IbPath)}. */
    public <T extends Structure & SubnAdmGetTable> CompletableFuture<List<T>> subnAdmGetTable(
            T template, long componentMask, long modifier, IbPath administration) {
        Layout<T> rows = layout(template);
        return ask(() -> questions.table(
                MadMethod.GET_TABLE, rows.attributeId(), modifier, template, componentMask, rows, administration));
    }

    /** Asks for the hops of a path; see {@link MadTransactor#subnAdmGetTraceTable}. */
    public CompletableFuture<List<TraceRecord>> subnAdmGetTraceTable(
            PathRecord template, long componentMask, IbPath administration) {
        return ask(() -> questions.table(
                MadMethod.GET_TRACE_TABLE,
                TraceRecord.LAYOUT.attributeId(),
                0,
                template,
                componentMask,
                TraceRecord.LAYOUT,
                administration));
    }

    /** Asks for paths between sets of ports; see {@link MadTransactor#subnAdmGetMulti}. */
    public CompletableFuture<List<PathRecord>> subnAdmGetMulti(
            MultiPathRecord template, long componentMask, IbPath administration) {
        return ask(() -> questions.table(
                MadMethod.GET_MULTI,
                MultiPathRecord.LAYOUT.attributeId(),
                0,
                template,
                componentMask,
                PathRecord.LAYOUT,
                administration));
    }

    // ---- the general services

    /** Reads counters; see {@link MadTransactor#performanceGet}. */
    public <T extends Structure & PerformanceGet> CompletableFuture<T> performanceGet(T template, IbPath path) {
        return attribute(ManagementClass.PERFORMANCE, MadMethod.GET, template, path, 0);
    }

    /** Writes counters; see {@link MadTransactor#performanceSet}. */
    public <T extends Structure & PerformanceSet> CompletableFuture<T> performanceSet(T payload, IbPath path) {
        return attribute(ManagementClass.PERFORMANCE, MadMethod.SET, payload, path, 0);
    }

    /** Reads an attribute of baseboard management (IBA 16.2). */
    public <T extends Structure & BMGet> CompletableFuture<T> bmGet(Class<T> type, IbPath path) {
        return attribute(ManagementClass.BASEBOARD_MANAGEMENT, type, path, 0);
    }

    /** Writes an attribute of baseboard management (IBA 16.2). */
    public <T extends Structure & BMSet> CompletableFuture<T> bmSet(T payload, IbPath path) {
        return attribute(ManagementClass.BASEBOARD_MANAGEMENT, MadMethod.SET, payload, path, 0);
    }

    /** Sends a command to a baseboard (IBA 16.2), which has no answer; see {@link MadTransactor#bmSend}. */
    public CompletableFuture<MadExchange> bmSend(int attributeId, long modifier, byte[] data, IbPath path) {
        return ask(() -> questions.unanswered(ManagementClass.BASEBOARD_MANAGEMENT, attributeId, modifier, data, path));
    }

    /** Reads an attribute of device management; see {@link MadTransactor#devMgtGet}. */
    public <T extends Structure & DevMgtGet> CompletableFuture<T> devMgtGet(Class<T> type, IbPath path, long modifier) {
        return attribute(ManagementClass.DEVICE_MANAGEMENT, type, path, modifier);
    }

    /** Writes an attribute of device management (IBA 16.3). */
    public <T extends Structure & DevMgtSet> CompletableFuture<T> devMgtSet(T payload, IbPath path, long modifier) {
        return attribute(ManagementClass.DEVICE_MANAGEMENT, MadMethod.SET, payload, path, modifier);
    }

    /** Reads an attribute of communication management (IBA 12.6). */
    public <T extends Structure & CommMgtGet> CompletableFuture<T> commMgtGet(Class<T> type, IbPath path) {
        return attribute(ManagementClass.COMMUNICATION_MANAGEMENT, type, path, 0);
    }

    /** Writes an attribute of communication management (IBA 12.6). */
    public <T extends Structure & CommMgtSet> CompletableFuture<T> commMgtSet(T payload, IbPath path) {
        return attribute(ManagementClass.COMMUNICATION_MANAGEMENT, MadMethod.SET, payload, path, 0);
    }

    /** Sends a message of communication management (IBA 12.6), which has no answer; see {@link MadTransactor#commMgtSend}. */
    public <T extends Structure & CommMgtSend> CompletableFuture<MadExchange> commMgtSend(T message, IbPath path) {
        return unanswered(ManagementClass.COMMUNICATION_MANAGEMENT, message, path);
    }

    /** Reads an attribute of SNMP tunneling (IBA 16.4). */
    public <T extends Structure & SNMPGet> CompletableFuture<T> snmpGet(Class<T> type, IbPath path) {
        return attribute(ManagementClass.SNMP_TUNNELING, type, path, 0);
    }

    /** Writes an attribute of SNMP tunneling (IBA 16.4). */
    public <T extends Structure & SNMPSet> CompletableFuture<T> snmpSet(T payload, IbPath path) {
        return attribute(ManagementClass.SNMP_TUNNELING, MadMethod.SET, payload, path, 0);
    }

    /** Sends a part of an SNMP message (IBA 16.4), which has no answer; see {@link MadTransactor#snmpSend}. */
    public <T extends Structure & SNMPSend> CompletableFuture<MadExchange> snmpSend(T message, IbPath path) {
        return unanswered(ManagementClass.SNMP_TUNNELING, message, path);
    }

    /** Reads an attribute of congestion control; see {@link MadTransactor#congestionControlGet}. */
    public <T extends Structure & CongestionControlGet> CompletableFuture<T> congestionControlGet(
            Class<T> type, IbPath path, long modifier) {
        return attribute(ManagementClass.CONGESTION_CONTROL, type, path, modifier);
    }

    /** Writes an attribute of congestion control; see {@link MadTransactor#congestionControlSet}. */
    public <T extends Structure & CongestionControlSet> CompletableFuture<T> congestionControlSet(
            T payload, IbPath path, long modifier) {
        return attribute(ManagementClass.CONGESTION_CONTROL, MadMethod.SET, payload, path, modifier);
    }

    // ---- vendor classes, and anything

    /** Reads an attribute of a vendor class; see {@link MadTransactor#vendorGet(VendorClass, int, long, byte[], IbPath)}. */
    public CompletableFuture<byte[]> vendorGet(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return ask(() -> questions.vendor(vendor, MadMethod.GET, attributeId, modifier, data, path));
    }

    /** Writes an attribute of a vendor class; see {@link MadTransactor#vendorSet}. */
    public CompletableFuture<byte[]> vendorSet(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return ask(() -> questions.vendor(vendor, MadMethod.SET, attributeId, modifier, data, path));
    }

    /** Sends a datagram of a vendor class, which has no answer; see {@link MadTransactor#vendorSend}. */
    public CompletableFuture<MadExchange> vendorSend(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return ask(() -> questions.vendorUnanswered(vendor, attributeId, modifier, data, path));
    }

    /** Asks anything; see {@link MadTransactor#call}. */
    public CompletableFuture<DecodedMad> call(MadRequest request, Path path) {
        return ask(() -> questions.any(request, path));
    }

    // ---- how

    private <T extends Structure> CompletableFuture<T> attribute(
            ManagementClass managementClass, Class<T> type, IbPath path, long modifier) {
        Layout<T> layout = Layout.forType(type);
        return ask(() -> questions.attribute(managementClass, MadMethod.GET, layout, null, path, modifier));
    }

    private <T extends Structure> CompletableFuture<T> attribute(
            ManagementClass managementClass, MadMethod method, T payload, IbPath path, long modifier) {
        return ask(() -> questions.attribute(managementClass, method, layout(payload), payload, path, modifier));
    }

    private CompletableFuture<MadExchange> unanswered(ManagementClass managementClass, Structure message, IbPath path) {
        return ask(() -> questions.unanswered(managementClass, MadMethod.SEND, message, path));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Structure> Layout<T> layout(T structure) {
        return (Layout<T>) structure.layout();
    }

    /** What cannot even be asked fails as what is not answered does. */
    private <T> CompletableFuture<T> ask(Supplier<Question<T>> question) {
        try {
            Question<T> asked = question.get();
            return planes.of(asked.managementClass()).submit(asked, options).future;
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
