package io.verbena.spring.boot.buffer;

import io.verbena.buffer.WhenFull;
import io.verbena.hca.AccessFlag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * An allocator of registered buffers: the one that is injected where nobody says which, or an entry of
 * {@code rdma.allocators}.
 *
 * @param protectionDomains Comma-separated list of protection domains that the buffers are registered in, one for each device.
 *     The one that is injected where nobody says which if not set, or one of its own if there is none.
 * @param access Comma-separated list of what may be done with the buffers.
 * @param slabSize Memory that is registered at once, a power of two from 4KB.
 * @param smallest Smallest buffer, a power of two from 64B.
 * @param largest Largest buffer, a power of two that fits into a slab.
 * @param limit Memory that may be registered in all.
 * @param idleSlabs How many slabs without a buffer are kept.
 * @param whenFull What happens when all memory is in use.
 * @param patience How long a caller waits for a buffer, if it is to wait when all memory is in use.
 * @param hugePages Mount point of a hugetlbfs to take the memory from, such as /dev/hugepages. Memory of the JVM if not set.
 */
@ConfigurationProperties(prefix = "rdma.buffers")
public record BufferProperties(
        @DefaultValue List<String> protectionDomains,
        @DefaultValue("local-write") Set<AccessFlag> access,
        @DefaultValue("4MB") DataSize slabSize,
        @DefaultValue("256B") DataSize smallest,
        @DefaultValue("1MB") DataSize largest,
        @DefaultValue("64MB") DataSize limit,
        @DefaultValue("1") int idleSlabs,
        @DefaultValue("fail") FullPolicy whenFull,
        @DefaultValue("1s") Duration patience,
        @Nullable Path hugePages) {

    /** Refuses what cannot work. */
    public BufferProperties {
        protectionDomains = List.copyOf(protectionDomains);
        access = Set.copyOf(access);
        require("slab-size", slabSize);
        require("smallest", smallest);
        require("largest", largest);
    }

    private static void require(String property, DataSize size) {
        if (size.toBytes() < 0 || size.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(property + " is " + size + "; give at most 1GB");
        }
    }

    WhenFull policy() {
        return whenFull == FullPolicy.WAIT ? WhenFull.waitAtMost(patience) : WhenFull.fail();
    }
}
