package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.VerbsDeviceMemory;
import io.verbena.spi.verbs.Registration;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Set;

/** Memory of the device by libibverbs. */
final class LinuxDeviceMemory implements io.verbena.spi.verbs.VerbsDeviceMemory {
    private final long context;
    private final VerbsOutcome outcome;

    LinuxDeviceMemory(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public long allocateDeviceMemory(long length, int alignment) {
        return outcome.handle("ibv_alloc_dm", VerbsDeviceMemory.allocDm(context, length, alignment));
    }

    @Override
    public void freeDeviceMemory(long memory) {
        outcome.check("ibv_free_dm", VerbsDeviceMemory.freeDm(memory));
    }

    @Override
    public Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access) | AccessFlag.ZERO_BASED.code();
        long region = VerbsDeviceMemory.regDmMr(domain, memory, offset, length, flags);
        return LinuxMemory.registration(outcome.handle("ibv_reg_dm_mr", region), 0);
    }

    @Override
    public void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        try {
            long address = Memory.address(from) + from.position();
            outcome.check("ibv_memcpy_to_dm", VerbsDeviceMemory.writeDm(memory, offset, address, from.remaining()));
        } finally {
            Reference.reachabilityFence(from);
        }
    }

    @Override
    public void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        try {
            long address = Memory.address(to) + to.position();
            outcome.check("ibv_memcpy_from_dm", VerbsDeviceMemory.readDm(memory, offset, address, to.remaining()));
        } finally {
            Reference.reachabilityFence(to);
        }
    }
}
