package io.verbena.spring.boot.verbs;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application needs of devices to move data.
 *
 * @param protectionDomains Protection domains by the names of their beans.
 * @param completionQueues Completion queues by the names of their beans.
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
}
