package io.verbena.mad;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.TraceRecord;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends management datagrams and returns futures of their responses. Dependents of a future run on the reader of the end
 * port: they may send further requests, but must not block. Cancelling a future abandons its request. Safe for use by several
 * threads.
 *
 * <p>The futures fail with the exceptions of {@link MadTransactor}. The future of an operation without a response completes on
 * the thread that sends the datagram.
 */
public interface AsyncMadTransactor extends AsyncMadOperations {

    /** Reads all records that match a template; see {@link MadTransactor#subnAdmGetTable(Structure, long, IbPath)}. */
    default <T extends Structure & SubnAdmGetTable> CompletableFuture<List<T>> subnAdmGetTable(
            T template, long componentMask, IbPath administration) {
        return subnAdmGetTable(template, componentMask, 0, administration);
    }

    /** Reads the hops of a path; see {@link MadTransactor#subnAdmGetTraceTable}. */
    default CompletableFuture<List<TraceRecord>> subnAdmGetTraceTable(
            PathRecord template, long componentMask, IbPath administration) {
        return call(MadRequest.traceTable(template, componentMask), administration);
    }

    /** Reads the paths between two sets of ports; see {@link MadTransactor#subnAdmGetMulti}. */
    default CompletableFuture<List<PathRecord>> subnAdmGetMulti(
            MultiPathRecord template, long componentMask, IbPath administration) {
        return call(MadRequest.multiPath(template, componentMask), administration);
    }

    /** Sends a command to a baseboard; see {@link MadTransactor#bmSend}. */
    default CompletableFuture<MadExchange> bmSend(int attributeId, long modifier, byte[] data, IbPath path) {
        return call(MadRequest.unanswered(ManagementClass.BASEBOARD_MANAGEMENT, attributeId, modifier, data), path);
    }

    /** Reads an attribute of a vendor class; see {@link MadTransactor#vendorGet(VendorClass, int, long, byte[], IbPath)}. */
    default CompletableFuture<byte[]> vendorGet(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return call(MadRequest.vendor(vendor, MadMethod.GET, attributeId, modifier, data), path);
    }

    /** Writes an attribute of a vendor class; see {@link MadTransactor#vendorSet}. */
    default CompletableFuture<byte[]> vendorSet(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return call(MadRequest.vendor(vendor, MadMethod.SET, attributeId, modifier, data), path);
    }

    /** Sends a message of a vendor class; see {@link MadTransactor#vendorSend}. */
    default CompletableFuture<MadExchange> vendorSend(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return call(MadRequest.vendorUnanswered(vendor, attributeId, modifier, data), path);
    }
}
