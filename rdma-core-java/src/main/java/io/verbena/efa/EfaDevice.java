package io.verbena.efa;

import io.verbena.error.UnsupportedException;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.hca.EfaInterconnects;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaQueueMemory;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionCounter;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open EFA device: what it offers beyond verbs (efadv(7)). Its queue pairs and completion queues are those of {@code
 * io.verbena.verbs} otherwise. Every call throws {@link io.verbena.error.SysException} if the device refuses it.
 *
 * <p>No EFA device has run these functions. They have run on the hollow device of the tests, which records the arguments that libefa
 * receives; attributes, completion queues and SRD queue pairs have also run on embedded adapters.
 */
public final class EfaDevice {
    private final Context context;
    private final DriverExtension<EfaOperations> extension;

    private EfaDevice(Context context) {
        this.context = context;
        this.extension = new DriverExtension<>(context, VerbsDriver::efa);
    }

    /**
     * Returns the EFA operations of an open device. The caller still closes the device.
     *
     * @throws UnsupportedException if it is no EFA device, or its library is not installed
     */
    public static EfaDevice of(Context context) {
        EfaDevice device = new EfaDevice(context);
        device.attributes();
        return device;
    }

    /** Returns whether an open device is an EFA device whose library is installed. */
    public static boolean isEfa(Context context) {
        try {
            of(context);
            return true;
        } catch (UnsupportedException e) {
            return false;
        }
    }

    /** Returns the open device. */
    public Context context() {
        return context;
    }

    /** Returns the attributes of the device (efadv_query_device(3)). */
    public EfaDeviceAttributes attributes() {
        return extension.query(EfaOperations::queryDevice);
    }

    /** Returns a builder of SRD queue pairs in a protection domain of this device. */
    public SrdQueuePairBuilder queuePair(ProtectionDomain domain) {
        return new SrdQueuePairBuilder(extension, domain);
    }

    /**
     * Creates an extended completion queue (efadv_create_cq(3)).
     *
     * @param entries the minimum number of entries
     * @param channel the channel of its events, or null for a queue that is only polled
     * @param vector the completion vector, from 0
     * @param fields the fields that its completions report, at least one
     * @param additional the fields of EFA that its completions report
     * @throws IllegalArgumentException if there are no fields
     */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            EfaCompletionField... additional) {
        return completionQueue(entries, channel, vector, fields, EfaMemory.OF_LIBRARY, additional);
    }

    /**
     * Creates an extended completion queue in a DMA-BUF, such as memory of an accelerator that polls it itself. Requires a device with
     * {@code EfaCapability.EXTERNAL_COMPLETION_MEMORY} and rdma-core 60; older releases refuse it with EINVAL. This has run on the
     * hollow device only, never on an EFA device; embedded adapters do not support it.
     *
     * @param memory the DMA-BUF; without an address in this process, the queue cannot be polled here. {@link EfaMemory#OF_LIBRARY}
     *     creates the queue as the other method does
     * @throws IllegalArgumentException if there are no fields, or the memory is not a DMA-BUF
     */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            EfaMemory memory,
            EfaCompletionField... additional) {
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("no fields; name at least one that the completions report");
        }
        boolean isExternal = memory.length() > 0;
        if (isExternal && !memory.isDmaBuf()) {
            throw new IllegalArgumentException(memory + " is not a DMA-BUF; pass one, or OF_LIBRARY");
        }
        Set<CompletionField> standard = EnumSet.copyOf(fields);
        Set<EfaCompletionField> own = EnumSet.noneOf(EfaCompletionField.class);
        own.addAll(Set.of(additional));
        long mask = WireEnum.bitsOf(standard)
                | WireEnum.bitsOf(own) << Integer.SIZE
                | (isExternal && memory.address() == 0 ? Long.MIN_VALUE : 0);
        return extension.completionQueue(
                channel,
                mask,
                (efa, cookie, handle) ->
                        efa.createCompletionQueue(entries, cookie, handle, vector, standard, own, memory));
    }

    /**
     * Creates a completion counter with values in memory of the application, 8 bytes each, which an accelerator can read
     * (efadv_create_comp_cntr(3)). Requires a device with {@code EfaCapability.COMPLETION_COUNTERS}. This has run on the hollow device
     * only, never on an EFA device; embedded adapters do not support it.
     *
     * @param type what the counter counts; libefa of rdma-core 65 supports requests only
     * @param completions the memory of the number of completed requests
     * @param errors the memory of the number of failed requests
     * @throws IllegalArgumentException if the memory of a value is shorter than 8 bytes
     * @throws UnsupportedException if rdma-core is older than version 65, or the device has no completion counters
     */
    public CompletionCounter completionCounter(CompletionCounterType type, EfaMemory completions, EfaMemory errors) {
        requireValue(completions);
        requireValue(errors);
        return extension.completionCounter(type, efa -> efa.createCompletionCounter(type, completions, errors));
    }

    private static void requireValue(EfaMemory memory) {
        if (memory.length() != 0 && memory.length() < Long.BYTES) {
            throw new IllegalArgumentException(
                    memory.length() + " bytes for a value of a counter; it has " + Long.BYTES);
        }
    }

    /** Returns the number of an address handle in the device, 16 bits (efadv_query_ah(3)). */
    public int number(AddressHandle address) {
        return extension.query(address, EfaOperations::addressHandleNumber);
    }

    /**
     * Returns the interconnects by which the device accesses a region (efadv_query_mr(3)).
     *
     * @throws UnsupportedException if rdma-core is older than version 50
     */
    public EfaInterconnects interconnects(MemoryRegion region) {
        return extension.query(region, EfaOperations::queryRegion);
    }

    /**
     * Returns the maximum number of outstanding requests of a send queue (efadv_get_max_sq_depth(3)).
     *
     * @param sendSegments the maximum number of scatter/gather entries of a send
     * @param rdmaSegments the maximum number of scatter/gather entries of a read or write
     * @param inlineBytes the maximum number of inline bytes of a request
     * @param inlineWrites whether writes carry inline data
     * @throws UnsupportedException if rdma-core is older than version 63
     */
    public int maxSends(int sendSegments, int rdmaSegments, int inlineBytes, boolean inlineWrites) {
        return extension.query(efa -> efa.maxSends(sendSegments, rdmaSegments, inlineBytes, inlineWrites));
    }

    /**
     * Returns the maximum number of outstanding requests of a receive queue (efadv_get_max_rq_depth(3)).
     *
     * @param segments the maximum number of scatter entries of a receive
     * @throws UnsupportedException if rdma-core is older than version 63
     */
    public int maxReceives(int segments) {
        return extension.query(efa -> efa.maxReceives(segments));
    }

    /**
     * Returns the memory of the send queue of an SRD queue pair, followed by that of its receive queue (efadv_query_qp_wqs(3)).
     *
     * @throws UnsupportedException if rdma-core is older than version 59
     */
    public List<EfaQueueMemory> queues(QueuePair pair) {
        return extension.query(pair, EfaOperations::queryQueues);
    }

    /**
     * Returns the memory of a completion queue (efadv_query_cq(3)).
     *
     * @throws UnsupportedException if rdma-core is older than version 59
     */
    public EfaQueueMemory memory(CompletionQueue queue) {
        return extension.query(queue, EfaOperations::queryCompletionQueue);
    }

    @Override
    public String toString() {
        return "EfaDevice[" + context + "]";
    }
}
