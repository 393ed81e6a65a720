package io.verbena.spring.boot.verbs;

import io.verbena.spring.boot.named.NamedBeans;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of protection domains and completion queues.
 *
 * @param protectionDomains Protection domains by name.
 * @param completionQueues Completion queues by name.
 */
@ConfigurationProperties(prefix = "rdma")
public record VerbsProperties(
        @DefaultValue Map<String, NamedProtectionDomain> protectionDomains,
        @DefaultValue Map<String, NamedCompletionQueue> completionQueues) {
    static final String DOMAINS = "rdma.protection-domains";
    static final String QUEUES = "rdma.completion-queues";

    /** Copies the maps. */
    public VerbsProperties {
        protectionDomains = Map.copyOf(protectionDomains);
        completionQueues = Map.copyOf(completionQueues);
    }

    /**
     * Properties of a named protection domain.
     *
     * @param device Device of the protection domain (default: the device of the default end port).
     * @param required Whether startup fails if there is no such device; otherwise the bean is absent.
     * @param primary Whether the bean is injected where no qualifier is given.
     */
    public record NamedProtectionDomain(
            @Nullable String device,
            @DefaultValue("true") boolean required,
            @DefaultValue("false") boolean primary) implements NamedBeans.Entry {

        /** Converts the short form, which is the device alone. An empty value means the default device. */
        public static NamedProtectionDomain of(String device) {
            return new NamedProtectionDomain(device.isBlank() ? null : device.strip(), true, false);
        }
    }

    /**
     * Properties of a named completion queue.
     *
     * @param device Device of the queue (default: the device of the default end port).
     * @param entries Capacity of the queue, at least 1.
     * @param events Whether the queue supports waiting for completions; otherwise it can only be polled.
     * @param vector Completion vector of the device, from 0.
     * @param required Whether startup fails if there is no such device; otherwise the bean is absent.
     * @param primary Whether the bean is injected where no qualifier is given.
     */
    public record NamedCompletionQueue(
            @Nullable String device,
            @DefaultValue("256") int entries,
            @DefaultValue("true") boolean events,
            @DefaultValue("0") int vector,
            @DefaultValue("true") boolean required,
            @DefaultValue("false") boolean primary)
            implements NamedBeans.Entry {

        /** Validates the numbers. */
        public NamedCompletionQueue {
            if (entries < 1 || vector < 0) {
                throw new IllegalArgumentException("entries is " + entries + " and vector is " + vector
                        + "; entries must be at least 1, and vector at least 0");
            }
        }
    }
}
