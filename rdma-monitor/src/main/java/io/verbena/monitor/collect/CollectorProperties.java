package io.verbena.monitor.collect;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the collector.
 *
 * @param subnet Name of the subnet, which all pages and tables show.
 * @param tick Duration of one tick of PortXmitWait of nodes that do not report theirs, or of unknown devices (default:
 *     none, and waiting ports of these nodes are then not judged).
 */
@ConfigurationProperties("monitor.collector")
public record CollectorProperties(
        @DefaultValue("fabric") String subnet, @Nullable Duration tick) {}
