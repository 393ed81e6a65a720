package io.verbena.monitor.collect;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The roles of a process if observations go through Kafka; without Kafka, a process has all roles.
 *
 * @param collect Whether the process reads a fabric and publishes what it observes.
 * @param store Whether the process stores observations, together with other processes of its consumer group.
 * @param watch Whether the process judges all subnets by the rules and serves their present; at most one process.
 */
@ConfigurationProperties("monitor.roles")
public record MonitorRoles(
        @DefaultValue("true") boolean collect,
        @DefaultValue("true") boolean store,
        @DefaultValue("true") boolean watch) {}
