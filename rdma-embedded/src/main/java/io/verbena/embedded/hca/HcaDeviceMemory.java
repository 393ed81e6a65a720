package io.verbena.embedded.hca;

import io.verbena.embedded.hca.OpenFile.Chunk;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.SharedRegion;
import java.nio.ByteBuffer;
import java.util.Set;

/** Memory of the device itself, and objects that programs share which have imported the device. */
abstract class HcaDeviceMemory extends HcaMemory {
    HcaDeviceMemory(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    private Chunk chunk(String call, long memory) {
        Chunk chunk = file.deviceMemory.find((int) memory);
        if (chunk == null) {
            throw refusals.invalid(call, "the device has no memory with the number " + memory);
        }
        return chunk;
    }

    private ByteBuffer part(String call, long memory, long offset, long length) {
        ByteBuffer bytes = chunk(call, memory).bytes();
        if (offset < 0 || length < 0 || offset > bytes.capacity() - length) {
            throw refusals.invalid(
                    call,
                    length + " bytes from offset " + offset + " are not in the " + bytes.capacity()
                            + " bytes of this device memory");
        }
        return bytes.slice((int) offset, (int) length);
    }

    @Override
    public long allocateDeviceMemory(long length, int alignment) {
        if (length < 1 || alignment < 0 || alignment >= Integer.SIZE) {
            throw refusals.invalid("ibv_alloc_dm", "the length is at least 1, and the alignment a power of 2");
        }
        if (!file.reserve(length, MAX_DEVICE_MEMORY)) {
            throw refusals.refuse(
                    "ibv_alloc_dm",
                    Errno.ENOMEM,
                    "the device has " + MAX_DEVICE_MEMORY + " bytes of memory; free some, or request less");
        }
        return file.deviceMemory
                .add(refusals, "ibv_alloc_dm", number -> new Chunk(number, ByteBuffer.allocateDirect((int) length)))
                .number();
    }

    @Override
    public void freeDeviceMemory(long memory) {
        file.release(file.deviceMemory.remove(memory).bytes().capacity());
    }

    @Override
    public Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        ByteBuffer bytes = part("ibv_reg_dm_mr", memory, offset, length);
        return registration(adapter.keys().register(refusals, domain(domain), bytes, 0, (int) WireEnum.bitsOf(access)));
    }

    @Override
    public void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        part("ibv_memcpy_to_dm", memory, offset, from.remaining()).put(from.duplicate());
    }

    @Override
    public void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        to.duplicate().put(part("ibv_memcpy_from_dm", memory, offset, to.remaining()));
    }

    @Override
    public int descriptor() {
        return file.descriptor;
    }

    @Override
    public int domainNumber(long domain) {
        return domain(domain).number();
    }

    @Override
    public int regionNumber(long region) {
        return (int) region;
    }

    @Override
    public int deviceMemoryNumber(long memory) {
        return (int) memory;
    }

    @Override
    public long importDomain(int number) {
        if (file.domains.find(number) == null) {
            throw refusals.invalid("ibv_import_pd", "the device has no protection domain with the number " + number);
        }
        return number;
    }

    @Override
    public void unimportDomain(long domain) {
        // Its owner keeps it.
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        Region region = adapter.keys().findRegion(number);
        if (region == null || !region.isIn(domain(domain))) {
            throw refusals.invalid("ibv_import_mr", "the protection domain has no region with the number " + number);
        }
        return new SharedRegion(registration(region), region.length());
    }

    @Override
    public void unimportRegion(long region) {
        // Its owner keeps it.
    }

    @Override
    public long importDeviceMemory(int number) {
        return chunk("ibv_import_dm", number).number();
    }

    @Override
    public void unimportDeviceMemory(long memory) {
        // Its owner keeps it.
    }
}
