package io.verbena.monitor.notify;

import io.verbena.monitor.rule.AlarmRule.Severity;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of notifications.
 *
 * @param alertmanager Base address of an Alertmanager, such as http://alertmanager:9093.
 * @param webhook Address that receives each change of an alarm as JSON.
 * @param mailTo Receivers of mail; requires spring.mail.host.
 * @param mailFrom Sender of mail.
 * @param mailSeverity Minimum severity of alarms that are sent by mail.
 * @param externalUrl Address of the monitor as users see it, for links in notifications.
 */
@ConfigurationProperties("monitor.notify")
public record NotifyProperties(
        @Nullable URI alertmanager,
        @Nullable URI webhook,
        @DefaultValue List<String> mailTo,
        @DefaultValue("verbena@localhost") String mailFrom,
        @DefaultValue("critical") Severity mailSeverity,
        @DefaultValue("http://localhost:8080") URI externalUrl) {}
