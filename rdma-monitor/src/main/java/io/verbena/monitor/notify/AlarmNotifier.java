package io.verbena.monitor.notify;

import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.alarm.Alarm.AlarmState;
import io.verbena.monitor.alarm.AlarmBook;
import io.verbena.monitor.alarm.AlarmListener;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSender;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends changes of alarms to Alertmanager (API v2), a webhook and mail, as configured. One thread sends; at most {@value
 * #MAX_QUEUED} changes wait for it. Alertmanager gets all active alarms again at intervals, with an end, so that alarms
 * end by themselves if the monitor ends.
 */
@Component
final class AlarmNotifier implements AlarmListener {
    static final int MAX_QUEUED = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(AlarmNotifier.class);
    private static final Duration ENDS_AFTER = Duration.ofMinutes(4);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final JsonMapper JSON = new JsonMapper();

    private final NotifyProperties properties;
    private final AlarmBook book;
    private final ObjectProvider<MailSender> mail;
    private final Clock clock;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ThreadPoolExecutor sender = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_QUEUED),
            AlarmNotifier::thread,
            (task, pool) -> LOG.warn("Notifications are sent too slowly; a change of an alarm was not sent"));

    AlarmNotifier(NotifyProperties properties, AlarmBook book, ObjectProvider<MailSender> mail, Clock clock) {
        this.properties = properties;
        this.book = book;
        this.mail = mail;
        this.clock = clock;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "monitor-notifications");
        thread.setDaemon(true);
        return thread;
    }

    @PreDestroy
    void close() throws InterruptedException {
        sender.shutdown();
        boolean unused = sender.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void changed(Alarm alarm) {
        URI webhook = properties.webhook();
        URI alertmanager = properties.alertmanager();
        if (webhook != null) {
            sender.execute(() -> post(webhook, JSON.writeValueAsBytes(webhookBody(alarm))));
        }
        if (alertmanager != null) {
            sender.execute(() -> postAlerts(alertmanager, List.of(alarm)));
        }
        boolean severe = alarm.severity().compareTo(properties.mailSeverity()) >= 0;
        if (severe && !properties.mailTo().isEmpty() && alarm.state() != AlarmState.ACKNOWLEDGED) {
            sender.execute(() -> mail(alarm));
        }
    }

    /** Sends all active alarms to Alertmanager. */
    @Scheduled(fixedDelay = 60_000, initialDelay = 60_000)
    void repeat() {
        URI alertmanager = properties.alertmanager();
        List<Alarm> alarms =
                book.active().stream().filter(alarm -> !alarm.maintenance()).toList();
        if (alertmanager != null && !alarms.isEmpty()) {
            sender.execute(() -> postAlerts(alertmanager, alarms));
        }
    }

    private Map<String, Object> webhookBody(Alarm alarm) {
        Map<String, Object> body = new TreeMap<>();
        body.put("id", alarm.id());
        body.put("state", alarm.state().text());
        body.put("rule", alarm.rule());
        body.put("subnet", alarm.subnet());
        body.put("object", alarm.object());
        body.put("objectName", alarm.objectName());
        body.put("severity", alarm.severity().name().toLowerCase(Locale.ROOT));
        body.put("text", alarm.text());
        body.put("proposal", alarm.proposal());
        body.put("raised", alarm.raised().toString());
        body.put("url", properties.externalUrl().toString());
        return body;
    }

    private void postAlerts(URI base, List<Alarm> alarms) {
        Instant now = clock.instant();
        List<Map<String, Object>> alerts = alarms.stream()
                .map(alarm -> Map.<String, Object>of(
                        "labels",
                        Map.of(
                                "alertname",
                                alarm.rule(),
                                "severity",
                                alarm.severity().name().toLowerCase(Locale.ROOT),
                                "subnet",
                                alarm.subnet(),
                                "object",
                                alarm.object()),
                        "annotations",
                        Map.of("summary", alarm.objectName() + ": " + alarm.text(), "description", alarm.proposal()),
                        // Without startsAt, Alertmanager 0.25 takes a future endsAt as the start.
                        "startsAt",
                        alarm.raised().toString(),
                        "endsAt",
                        (alarm.state() == AlarmState.CLEARED ? now : now.plus(ENDS_AFTER)).toString(),
                        "generatorURL",
                        properties.externalUrl().toString()))
                .toList();
        post(URI.create(base + "/api/v2/alerts"), JSON.writeValueAsBytes(alerts));
    }

    private void post(URI address, byte[] body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(body))
                    .build();
            HttpResponse<Void> response = http.send(request, BodyHandlers.discarding());
            if (response.statusCode() / 100 != 2) {
                LOG.warn("{} refused a notification with status {}", address, response.statusCode());
            }
        } catch (IOException e) {
            LOG.warn("{} does not accept notifications: {}", address, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void mail(Alarm alarm) {
        MailSender server = mail.getIfAvailable();
        if (server == null) {
            LOG.warn("monitor.notify.mail-to is set, and spring.mail.host is not; no mail was sent");
            return;
        }
        SimpleMailMessage message = new SimpleMailMessage();
        message.setFrom(properties.mailFrom());
        message.setTo(properties.mailTo().toArray(String[]::new));
        message.setSubject("[%s] %s: %s".formatted(alarm.state().text(), alarm.rule(), alarm.objectName()));
        message.setText("%s%n%n%s%n%nProposal: %s%nRaised: %s%n%s%n"
                .formatted(
                        alarm.objectName(), alarm.text(), alarm.proposal(), alarm.raised(), properties.externalUrl()));
        try {
            server.send(message);
        } catch (MailException e) {
            LOG.warn("A mail was not sent: {}", e.getMessage());
        }
    }
}
