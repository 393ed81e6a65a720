package io.verbena.monitor.kafka;

import io.verbena.monitor.channel.ObservationCodec;
import io.verbena.monitor.model.Observation;
import java.util.Collection;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.MessageListener;

/**
 * Hands the records of the topic to a receiver, in order. Records that cannot be read go to the topic of rejected records.
 * A failure of the receiver is thrown, so that the container delivers the record again.
 */
final class ObservationIntake implements MessageListener<String, byte[]>, ConsumerAwareRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(ObservationIntake.class);

    private final Consumer<Observation> receiver;
    private final Runnable assigned;
    private final KafkaTemplate<String, byte[]> template;
    private final String rejected;

    ObservationIntake(
            Consumer<Observation> receiver,
            Runnable assigned,
            KafkaTemplate<String, byte[]> template,
            String rejected) {
        this.receiver = receiver;
        this.assigned = assigned;
        this.template = template;
        this.rejected = rejected;
    }

    @Override
    public void onMessage(ConsumerRecord<String, byte[]> record) {
        Observation observation;
        try {
            observation = ObservationCodec.decode(record.value());
        } catch (IllegalArgumentException e) {
            LOG.error("The record {} of {} is rejected", record.offset(), record.topic(), e);
            template.send(rejected, record.key(), record.value()).join();
            return;
        }
        receiver.accept(observation);
    }

    @Override
    public void onPartitionsAssigned(
            org.apache.kafka.clients.consumer.Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        LOG.info("This process reads {} partitions of the observations", partitions.size());
        assigned.run();
    }
}
