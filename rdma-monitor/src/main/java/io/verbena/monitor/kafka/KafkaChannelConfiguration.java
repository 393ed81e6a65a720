package io.verbena.monitor.kafka;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.monitor.channel.ObservationChannel;
import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.channel.ObservationLog;
import io.verbena.monitor.channel.ObservationTransport;
import io.verbena.monitor.channel.OutboxChannel;
import io.verbena.monitor.collect.CounterBaseline;
import io.verbena.monitor.collect.OutboxBaseline;
import io.verbena.monitor.model.Observation;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaProducerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.ProducerListener;
import org.springframework.util.backoff.FixedBackOff;

/**
 * The channel through Kafka. Collectors publish to a topic whose key is the subnet. The processes that store are one
 * consumer group, which divides the subnets; the process that watches reads all of them in a group of its own.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("monitor.kafka.enabled")
class KafkaChannelConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaChannelConfiguration.class);
    private static final long RETRY_MILLIS = 1000;
    private static final int HEARTBEATS = 5;
    private static final int BATCH = 5;

    @Bean
    NewTopic observationTopic(KafkaChannelProperties properties) {
        return topic(properties.topic(), properties);
    }

    @Bean
    NewTopic rejectedTopic(KafkaChannelProperties properties) {
        return topic(properties.rejected(), properties);
    }

    private static NewTopic topic(String name, KafkaChannelProperties properties) {
        return TopicBuilder.name(name)
                .partitions(properties.partitions())
                .replicas(properties.replicas())
                .config(
                        TopicConfig.RETENTION_MS_CONFIG,
                        Long.toString(properties.retention().toMillis()))
                .config(
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Long.toString(properties.maxMessage().toBytes()))
                .build();
    }

    @Bean
    DefaultKafkaProducerFactoryCustomizer observationProducer(KafkaChannelProperties properties) {
        return factory -> factory.updateConfigs(Map.of(
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                2000,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                10_000,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                20_000,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                (int) properties.maxMessage().toBytes()));
    }

    /** Logs nothing, because the outbox logs the first failure and the end of the failures. */
    @Bean
    ProducerListener<Object, Object> producerListener() {
        return new ProducerListener<>() {};
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "monitor.roles.collect", matchIfMissing = true)
    OutboxChannel outboxChannel(
            KafkaChannelProperties properties, KafkaTemplate<String, byte[]> template, KafkaAdmin admin)
            throws IOException {
        return new OutboxChannel(
                properties.outbox(),
                properties.maxOutbox().toBytes(),
                new KafkaTransport(template, admin, properties.topic()));
    }

    /** Takes what a process without the role observes: nothing but events of its own start. */
    @Bean
    @ConditionalOnBooleanProperty(name = "monitor.roles.collect", havingValue = false)
    ObservationChannel noChannel() {
        return observation -> {};
    }

    @Bean
    @Primary
    @ConditionalOnBooleanProperty(name = "monitor.roles.collect", matchIfMissing = true)
    CounterBaseline outboxBaseline(OutboxChannel channel) {
        return new OutboxBaseline(channel);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "monitor.roles.collect", matchIfMissing = true)
    MeterBinder outboxMeters(OutboxChannel channel) {
        return registry -> {
            Gauge.builder("verbena.outbox.records", () -> channel.state().waiting())
                    .description("Observations that the brokers have not confirmed")
                    .register(registry);
            Gauge.builder("verbena.outbox.bytes", () -> channel.state().bytes())
                    .description("Size of the observations that the brokers have not confirmed")
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("verbena.outbox.dropped", () -> channel.state().dropped())
                    .description("Observations that were lost because the outbox is full")
                    .register(registry);
        };
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "monitor.roles.store", matchIfMissing = true)
    ConcurrentMessageListenerContainer<String, byte[]> storeContainer(
            ConsumerFactory<?, ?> connection,
            KafkaChannelProperties properties,
            KafkaTemplate<String, byte[]> template,
            ObservationLog log) {
        return container(
                connection,
                properties,
                properties.group(),
                new ObservationIntake(log::write, log::reload, template, properties.rejected()));
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "monitor.roles.watch", matchIfMissing = true)
    ConcurrentMessageListenerContainer<String, byte[]> watchContainer(
            ConsumerFactory<?, ?> connection,
            KafkaChannelProperties properties,
            KafkaTemplate<String, byte[]> template,
            List<ObservationConsumer> consumers) {
        List<ObservationConsumer> watching = consumers.stream()
                .filter(consumer -> !(consumer instanceof ObservationLog))
                .toList();
        return container(
                connection,
                properties,
                properties.group() + "-watch",
                new ObservationIntake(
                        observation -> watching.forEach(consumer -> accept(consumer, observation)),
                        () -> {},
                        template,
                        properties.rejected()));
    }

    /** A view that fails does not stop the others, because the next sweep replaces what it shows. */
    private static void accept(ObservationConsumer consumer, Observation observation) {
        try {
            consumer.accept(observation);
        } catch (RuntimeException e) {
            LOG.error("{} failed", consumer.getClass().getSimpleName(), e);
        }
    }

    private static ConcurrentMessageListenerContainer<String, byte[]> container(
            ConsumerFactory<?, ?> connection,
            KafkaChannelProperties properties,
            String group,
            ObservationIntake intake) {
        Map<String, Object> settings = new HashMap<>(connection.getConfigurationProperties());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        int timeout = (int) properties.sessionTimeout().toMillis();
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, timeout);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, timeout / HEARTBEATS);
        // A process joins again between two batches only, and the partitions of one that ended wait for it.
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
        // A topic that a collector creates later is seen within this time.
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 10_000);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, (int)
                properties.maxMessage().toBytes());
        ContainerProperties container = new ContainerProperties(properties.topic());
        container.setGroupId(group);
        container.setMessageListener(intake);
        container.setConsumerRebalanceListener(intake);
        ConcurrentMessageListenerContainer<String, byte[]> listener = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(settings, new StringDeserializer(), new ByteArrayDeserializer()),
                container);
        listener.setCommonErrorHandler(
                new DefaultErrorHandler(new FixedBackOff(RETRY_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS)));
        return listener;
    }

    /**
     * Sends observations to the topic and waits until the brokers have confirmed each. The key is the subnet, so the
     * observations of a subnet are in one partition, in order.
     */
    private static final class KafkaTransport implements ObservationTransport {
        private static final Duration TIMEOUT = Duration.ofSeconds(30);

        private final KafkaTemplate<String, byte[]> template;
        private final KafkaAdmin admin;
        private final String topic;
        private boolean topicExists;

        KafkaTransport(KafkaTemplate<String, byte[]> template, KafkaAdmin admin, String topic) {
            this.template = template;
            this.admin = admin;
            this.topic = topic;
        }

        @Override
        public void send(String subnet, byte[] content) throws IOException {
            try {
                createTopic();
                template.send(topic, subnet, content).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException
                    | TimeoutException
                    | KafkaException
                    | org.springframework.kafka.KafkaException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IOException(
                        "the topic " + topic + " did not accept an observation: " + cause.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("sending was interrupted", e);
            }
        }

        /** Creates the topics when the brokers respond for the first time. */
        private void createTopic() throws IOException {
            if (!topicExists) {
                try {
                    topicExists = admin.initialize();
                } catch (IllegalStateException e) {
                    throw new IOException("the topics cannot be created; check spring.kafka.bootstrap-servers", e);
                }
                if (!topicExists) {
                    throw new IOException("no broker responds; check spring.kafka.bootstrap-servers");
                }
            }
        }
    }
}
