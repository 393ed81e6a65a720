package io.verbena.monitor.kafka;

import io.verbena.monitor.channel.ObservationTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Sends observations to the topic and waits until the brokers have confirmed each. The key is the subnet, so the
 * observations of a subnet are in one partition, in order.
 */
final class KafkaTransport implements ObservationTransport {
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
        } catch (ExecutionException | TimeoutException | KafkaException | org.springframework.kafka.KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("the topic " + topic + " did not accept an observation: " + cause.getMessage(), e);
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
