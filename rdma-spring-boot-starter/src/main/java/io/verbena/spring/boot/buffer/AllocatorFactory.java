package io.verbena.spring.boot.buffer;

import io.verbena.buffer.BuffersExhaustedException;
import io.verbena.buffer.HugePagesException;
import io.verbena.buffer.RegisteredAllocatorBuilder;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.verbs.ProtectionDomains;
import io.verbena.spring.boot.verbs.VerbsContexts;
import io.verbena.verbs.ProtectionDomain;
import org.springframework.beans.factory.ListableBeanFactory;

/** Makes the allocator that the properties describe. */
final class AllocatorFactory {
    private final String property;
    private final BufferProperties properties;
    private final VerbsContexts contexts;
    private final ListableBeanFactory beans;

    /** For what stands below a property. */
    AllocatorFactory(String property, BufferProperties properties, VerbsContexts contexts, ListableBeanFactory beans) {
        this.property = property;
        this.properties = properties;
        this.contexts = contexts;
        this.beans = beans;
    }

    /** The one that is called so. */
    RegisteredByteBufAllocator allocator(String name) {
        ProtectionDomain[] domains = domains();
        try {
            RegisteredAllocatorBuilder builder = RegisteredByteBufAllocator.builder(domains)
                    .access(properties.access().toArray(AccessFlag[]::new))
                    .slabBytes((int) properties.slabSize().toBytes())
                    .sizes((int) properties.smallest().toBytes(), (int)
                            properties.largest().toBytes())
                    .limit(properties.limit().toBytes())
                    .idleSlabs(properties.idleSlabs())
                    .whenFull(properties.policy());
            if (properties.hugePages() != null) {
                builder.hugePages(properties.hugePages());
            }
            beans.getBeanProvider(RegisteredAllocatorCustomizer.class)
                    .orderedStream()
                    .forEach(customizer -> customizer.customize(name, builder));
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new RdmaConfigurationException(
                    property,
                    String.valueOf(e.getMessage()),
                    "Correct the sizes: smallest <= largest <= slab-size <= limit, the first three powers of two.",
                    e);
        } catch (HugePagesException e) {
            throw new RdmaConfigurationException(
                    property + ".huge-pages",
                    String.valueOf(e.getMessage()),
                    "Name the mount point of a hugetlbfs with enough free pages, or remove the property to use memory of the JVM.",
                    e);
        } catch (BuffersExhaustedException e) {
            throw notLockable(e);
        } catch (SysException e) {
            throw e.errno() == Errno.ENOMEM || e.errno() == Errno.EPERM ? notLockable(e) : e;
        }
    }

    private RdmaConfigurationException notLockable(RdmaException failure) {
        return new RdmaConfigurationException(
                property,
                String.valueOf(failure.getMessage()),
                "Raise what the process may lock (ulimit -l unlimited, LimitMEMLOCK=infinity of a systemd unit), or make "
                        + property + ".slab-size and " + property + ".limit smaller.",
                failure);
    }

    private ProtectionDomain[] domains() {
        if (!properties.protectionDomains().isEmpty()) {
            return properties.protectionDomains().stream()
                    .map(name -> ProtectionDomains.find(beans, property + ".protection-domains", name))
                    .toArray(ProtectionDomain[]::new);
        }
        ProtectionDomain only = beans.getBeanProvider(ProtectionDomain.class).getIfUnique();
        return new ProtectionDomain[] {only == null ? contexts.first().protectionDomain() : only};
    }
}
