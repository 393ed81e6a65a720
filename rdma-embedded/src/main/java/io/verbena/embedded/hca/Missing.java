package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.SharedRegion;
import io.verbena.spi.verbs.VerbsDeviceMemory;
import io.verbena.spi.verbs.VerbsFlows;
import io.verbena.spi.verbs.VerbsSharing;
import io.verbena.spi.verbs.VerbsWorkQueues;
import java.nio.ByteBuffer;
import java.util.Set;

/** What an embedded device has not, which it says in the words of libibverbs. */
final class Missing implements VerbsDeviceMemory, VerbsWorkQueues, VerbsFlows, VerbsSharing {
    private final Refusals refusals;

    Missing(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public long allocateDeviceMemory(long length, int alignment) {
        throw refusals.unsupported("ibv_alloc_dm");
    }

    @Override
    public void freeDeviceMemory(long memory) {
        throw refusals.unsupported("ibv_free_dm");
    }

    @Override
    public Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        throw refusals.unsupported("ibv_reg_dm_mr");
    }

    @Override
    public void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        throw refusals.unsupported("ibv_memcpy_to_dm");
    }

    @Override
    public void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        throw refusals.unsupported("ibv_memcpy_from_dm");
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        throw refusals.unsupported("ibv_create_wq");
    }

    @Override
    public void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        throw refusals.unsupported("ibv_modify_wq");
    }

    @Override
    public void modifyWorkQueue(long queue, Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        throw refusals.unsupported("ibv_modify_wq");
    }

    @Override
    public void destroyWorkQueue(long queue) {
        throw refusals.unsupported("ibv_destroy_wq");
    }

    @Override
    public long createTable(RecordMemory queues, int logSize) {
        throw refusals.unsupported("ibv_create_rwq_ind_table");
    }

    @Override
    public void destroyTable(long table) {
        throw refusals.unsupported("ibv_destroy_rwq_ind_table");
    }

    @Override
    public long createFlow(long queuePair, RecordMemory rule) {
        throw refusals.unsupported("ibv_create_flow");
    }

    @Override
    public void destroyFlow(long flow) {
        throw refusals.unsupported("ibv_destroy_flow");
    }

    @Override
    public long createEspAction(RecordMemory action) {
        throw refusals.unsupported("ibv_create_flow_action_esp");
    }

    @Override
    public void modifyEspAction(long action, RecordMemory change) {
        throw refusals.unsupported("ibv_modify_flow_action_esp");
    }

    @Override
    public void destroyAction(long action) {
        throw refusals.unsupported("ibv_destroy_flow_action");
    }

    @Override
    public long createCounters() {
        throw refusals.unsupported("ibv_create_counters");
    }

    @Override
    public void attachCounter(long counters, FlowCounter what, int index, long flow) {
        throw refusals.unsupported("ibv_attach_counters_point_flow");
    }

    @Override
    public void readCounters(long counters, RecordMemory values, int count, boolean cached) {
        throw refusals.unsupported("ibv_read_counters");
    }

    @Override
    public void destroyCounters(long counters) {
        throw refusals.unsupported("ibv_destroy_counters");
    }

    @Override
    public int descriptor() {
        throw refusals.unsupported("ibv_import_device");
    }

    @Override
    public int domainNumber(long domain) {
        throw refusals.unsupported("ibv_import_pd");
    }

    @Override
    public int regionNumber(long region) {
        throw refusals.unsupported("ibv_import_mr");
    }

    @Override
    public int deviceMemoryNumber(long memory) {
        throw refusals.unsupported("ibv_import_dm");
    }

    @Override
    public long importDomain(int number) {
        throw refusals.unsupported("ibv_import_pd");
    }

    @Override
    public void forgetDomain(long domain) {
        throw refusals.unsupported("ibv_unimport_pd");
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        throw refusals.unsupported("ibv_import_mr");
    }

    @Override
    public void forgetRegion(long region) {
        throw refusals.unsupported("ibv_unimport_mr");
    }

    @Override
    public long importDeviceMemory(int number) {
        throw refusals.unsupported("ibv_import_dm");
    }

    @Override
    public void forgetDeviceMemory(long memory) {
        throw refusals.unsupported("ibv_unimport_dm");
    }
}
