package io.verbena.spring.boot.buffer;

import io.verbena.buffer.WhenFull;
import io.verbena.hca.AccessFlag;
import io.verbena.spring.boot.named.NamedBeans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of an allocator of registered buffers: the default allocator, or an entry of {@code rdma.allocators}.
 *
 * @param protectionDomains Comma-separated list of protection domains in which the buffers are registered, one per
 *     device (default: the primary or only protection domain, or else one for the buffers alone).
 * @param access Comma-separated list of permitted access to the buffers.
 * @param slabSize Amount of memory that is registered at once, a power of two from 4KB.
 * @param smallest Size of the smallest buffer, a power of two from 64B.
 * @param largest Size of the largest buffer, a power of two up to the slab size.
 * @param limit Maximum amount of registered memory.
 * @param idleSlabs Number of unused slabs to keep.
 * @param whenFull Behavior when all memory is in use.
 * @param timeout Maximum time to wait for a buffer if when-full is wait.
 * @param hugePages Mount point of a hugetlbfs, such as /dev/hugepages (default: memory of the JVM).
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
        @DefaultValue("1s") Duration timeout,
        @Nullable Path hugePages)
        implements NamedBeans.Entry {

    /** Validates the sizes. */
    public BufferProperties {
        protectionDomains = List.copyOf(protectionDomains);
        access = Set.copyOf(access);
        require("slab-size", slabSize);
        require("smallest", smallest);
        require("largest", largest);
    }

    private static void require(String property, DataSize size) {
        if (size.toBytes() < 0 || size.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(property + " is " + size + "; it must be at most 1GB");
        }
    }

    WhenFull policy() {
        return whenFull == FullPolicy.WAIT ? WhenFull.waitAtMost(timeout) : WhenFull.fail();
    }

    /** The behavior of an allocator when all memory that it may register is in use. */
    public enum FullPolicy {
        /** The allocation fails immediately. */
        FAIL,
        /** The allocation waits for a buffer to be released, and fails after a timeout. */
        WAIT
    }
}
