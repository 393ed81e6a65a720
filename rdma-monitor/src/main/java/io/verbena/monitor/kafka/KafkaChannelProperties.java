package io.verbena.monitor.kafka;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of the channel through Kafka. The connection has the properties {@code spring.kafka.*}.
 *
 * @param enabled Whether collectors and aggregators exchange observations through Kafka.
 * @param topic Name of the topic with the observations of all subnets.
 * @param rejected Name of the topic for records that an aggregator cannot read.
 * @param partitions Number of partitions of a new topic, at least the number of aggregators.
 * @param replicas Number of replicas of a new topic.
 * @param retention Time for which a new topic keeps observations.
 * @param group Consumer group of the processes that store; that of a process that watches has the suffix {@code -watch}.
 * @param sessionTimeout Time after which the brokers give the subnets of a process that ended without notice to others, at
 *     least {@code group.min.session.timeout.ms} of the brokers.
 * @param outbox Directory of the observations that the brokers have not confirmed.
 * @param maxOutbox Maximum size of the outbox.
 * @param maxMessage Maximum size of a sweep in a new topic.
 */
@ConfigurationProperties("monitor.kafka")
public record KafkaChannelProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("verbena.observations") String topic,
        @DefaultValue("verbena.rejected") String rejected,
        @DefaultValue("12") int partitions,
        @DefaultValue("1") short replicas,
        @DefaultValue("72h") Duration retention,
        @DefaultValue("verbena-monitor") String group,
        @DefaultValue("6s") Duration sessionTimeout,
        @DefaultValue("./verbena-monitor/outbox") Path outbox,
        @DefaultValue("1GB") DataSize maxOutbox,
        @DefaultValue("16MB") DataSize maxMessage) {}
