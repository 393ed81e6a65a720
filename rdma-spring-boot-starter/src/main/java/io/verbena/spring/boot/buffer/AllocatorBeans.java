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
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.spring.boot.verbs.ProtectionDomains;
import io.verbena.spring.boot.verbs.VerbsContexts;
import io.verbena.verbs.ProtectionDomain;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Creates the allocators of the configuration. */
record AllocatorBeans(AllocatorsProperties properties, VerbsContexts contexts, ConfigurableListableBeanFactory beans) {
    @NamedBeans.Each(
            value = AllocatorsProperties.ALLOCATORS,
            properties = BufferProperties.class,
            lazy = true,
            defaultCandidate = false)
    RegisteredByteBufAllocator allocator(String name) {
        return create(
                name,
                AllocatorsProperties.ALLOCATORS + "." + name,
                Objects.requireNonNull(properties.allocators().get(name), name));
    }

    RegisteredByteBufAllocator create(String name, String prefix, BufferProperties wanted) {
        ProtectionDomain[] domains = domains(prefix, wanted);
        try {
            RegisteredAllocatorBuilder builder = RegisteredByteBufAllocator.builder(domains)
                    .access(wanted.access().toArray(AccessFlag[]::new))
                    .slabBytes((int) wanted.slabSize().toBytes())
                    .sizes((int) wanted.smallest().toBytes(), (int)
                            wanted.largest().toBytes())
                    .limit(wanted.limit().toBytes())
                    .idleSlabs(wanted.idleSlabs())
                    .whenFull(wanted.policy());
            if (wanted.hugePages() != null) {
                builder.hugePages(wanted.hugePages());
            }
            beans.getBeanProvider(RegisteredAllocatorCustomizer.class)
                    .orderedStream()
                    .forEach(customizer -> customizer.customize(name, builder));
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new RdmaConfigurationException(
                    prefix,
                    String.valueOf(e.getMessage()),
                    "Correct the sizes: smallest <= largest <= slab-size <= limit, the first three powers of two.",
                    e);
        } catch (HugePagesException e) {
            throw new RdmaConfigurationException(
                    prefix + ".huge-pages",
                    String.valueOf(e.getMessage()),
                    "Set it to the mount point of a hugetlbfs with enough free pages, or remove it to use memory of the JVM.",
                    e);
        } catch (BuffersExhaustedException e) {
            throw notLockable(prefix, e);
        } catch (SysException e) {
            throw e.errno() == Errno.ENOMEM || e.errno() == Errno.EPERM ? notLockable(prefix, e) : e;
        }
    }

    private RdmaConfigurationException notLockable(String prefix, RdmaException failure) {
        return new RdmaConfigurationException(
                prefix,
                String.valueOf(failure.getMessage()),
                "Raise the limit of locked memory (ulimit -l unlimited, or LimitMEMLOCK=infinity in a systemd unit), or lower "
                        + prefix + ".slab-size and " + prefix + ".limit.",
                failure);
    }

    private ProtectionDomain[] domains(String prefix, BufferProperties wanted) {
        if (!wanted.protectionDomains().isEmpty()) {
            return wanted.protectionDomains().stream()
                    .map(name -> ProtectionDomains.find(beans, prefix + ".protection-domains", name))
                    .toArray(ProtectionDomain[]::new);
        }
        ProtectionDomain only = beans.getBeanProvider(ProtectionDomain.class).getIfUnique();
        return new ProtectionDomain[] {only == null ? contexts.first().protectionDomain() : only};
    }
}
