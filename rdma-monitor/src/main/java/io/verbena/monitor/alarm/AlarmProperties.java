package io.verbena.monitor.alarm;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * Properties of the alarms.
 *
 * @param rules File with rules that replace shipped rules of the same name and add others.
 */
@ConfigurationProperties("monitor.alarms")
public record AlarmProperties(@Nullable Resource rules) {}
