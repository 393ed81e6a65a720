package io.verbena.monitor;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.iba.NodeType;
import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.alarm.AlarmBook;
import io.verbena.monitor.alarm.SweepJudge;
import io.verbena.monitor.channel.ObservationChannel;
import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.model.PortPlace;
import io.verbena.spring.boot.autoconfigure.EmbeddedFabricCustomizer;
import io.verbena.spring.boot.subnet.SubnetService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The monitor without its web part on an embedded fabric. The test decides when the fabric is swept and what time it is;
 * observations are delivered before {@link #sweep} returns.
 */
public final class WatchedFabric implements AutoCloseable {
    /** The time between two sweeps. */
    public static final Duration INTERVAL = Duration.ofSeconds(30);

    private final ConfigurableApplicationContext context;
    private final SettableClock clock;

    private WatchedFabric(ConfigurableApplicationContext context, SettableClock clock) {
        this.context = context;
        this.clock = clock;
    }

    @EnableAutoConfiguration
    @ConfigurationPropertiesScan("io.verbena.monitor")
    @ComponentScan({
        "io.verbena.monitor.collect",
        "io.verbena.monitor.store",
        "io.verbena.monitor.query",
        "io.verbena.monitor.alarm"
    })
    static class WithoutWeb {}

    /** Starts on a fabric with virtual time and an H2 database in memory, unless properties say otherwise. */
    public static WatchedFabric open(String... properties) {
        return open(Instant.parse("2026-11-02T00:00:00Z"), true, properties);
    }

    /** Starts at a time, on a fabric with virtual or real time. */
    public static WatchedFabric open(Instant start, boolean virtual, String... properties) {
        SettableClock clock = new SettableClock(start);
        Map<String, String> all = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(
                                "rdma.fabric.type=embedded",
                                "rdma.fabric.topology=fat-tree:2,4,4",
                                "rdma.subnet.enabled=false",
                                "rdma.subnet.validation.enabled=false",
                                "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                                "spring.main.banner-mode=off",
                                "logging.level.root=warn"),
                        Stream.of(properties))
                .forEach(property -> all.put(property.split("=", 2)[0], property.split("=", 2)[1]));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(WithoutWeb.class)
                .web(WebApplicationType.NONE)
                .initializers(each -> prepare((GenericApplicationContext) each, clock, virtual))
                .run(all.entrySet().stream()
                        .map(property -> "--" + property.getKey() + "=" + property.getValue())
                        .toArray(String[]::new));
        return new WatchedFabric(context, clock);
    }

    private static void prepare(GenericApplicationContext context, SettableClock clock, boolean virtual) {
        context.registerBean("clock", Clock.class, () -> clock);
        context.registerBean(EmbeddedFabricCustomizer.class, () -> builder -> {
            if (virtual) {
                builder.virtualTime();
            }
        });
        context.registerBean(
                ObservationChannel.class,
                () -> observation -> context.getBeanProvider(ObservationConsumer.class)
                        .forEach(consumer -> consumer.accept(observation)));
    }

    /** Returns a bean of the monitor. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns the fabric. */
    public EmbeddedFabric fabric() {
        return bean(EmbeddedFabric.class);
    }

    /** Returns a host that is not the one of the monitor. */
    public EmbeddedNode host() {
        List<EmbeddedNode> hosts = fabric().nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
        return hosts.get(hosts.size() - 1);
    }

    /** Returns the port of that host. */
    public EmbeddedPort port() {
        return host().port(1);
    }

    /** Returns a port as the monitor names it. */
    public static PortPlace place(EmbeddedPort port) {
        return new PortPlace(port.node().guid().toHex(), port.number());
    }

    /** Returns the present time. */
    public Instant now() {
        return clock.instant();
    }

    /** Moves the clock. */
    public void advance(Duration by) {
        clock.advance(by);
    }

    /** Moves the clock by one interval and sweeps. */
    public void sweep() {
        sweep(INTERVAL);
    }

    /** Moves the clock and sweeps. */
    public void sweep(Duration interval) {
        clock.advance(interval);
        bean(SubnetService.class).refresh();
        bean(SweepJudge.class).judgeTime();
    }

    /** Sweeps a number of times. */
    public void sweeps(int times) {
        for (int i = 0; i < times; i++) {
            sweep();
        }
    }

    /** Returns the active alarms. */
    public List<Alarm> alarms() {
        return bean(AlarmBook.class).active();
    }

    /** Returns the active alarm of a rule. */
    public Optional<Alarm> alarm(String rule) {
        return alarms().stream().filter(alarm -> alarm.rule().equals(rule)).findFirst();
    }

    @Override
    public void close() {
        context.close();
    }
}
