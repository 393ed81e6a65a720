package io.verbena.monitor.kafka;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.channel.ObservationChannel;
import io.verbena.monitor.channel.OutboxChannel;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Collectors of several embedded subnets with traffic, in one process that writes a ledger of what it has published. */
final class CollectorProcess {
    private static final int BUSY_NODES = 100;
    private static final long TRAFFIC_MILLIS = 1000;

    private CollectorProcess() {}

    /** Publishes to the outbox, and then adds a line to the ledger: subnet, time, samples with deltas, sum of the data. */
    private record LedgerChannel(OutboxChannel outbox, Path ledger) implements ObservationChannel {
        @Override
        public void publish(Observation observation) {
            outbox.publish(observation);
            if (observation instanceof MonitorSweep sweep) {
                List<PortSample> samples =
                        sweep.samples().stream().filter(PortSample::hasDeltas).toList();
                long data = samples.stream()
                        .mapToLong(sample -> Math.max(0, sample.delta(MonitoredCounter.XMIT_DATA)))
                        .sum();
                String line =
                        "%s %d %d %d%n".formatted(sweep.subnet(), sweep.at().toEpochMilli(), samples.size(), data);
                try {
                    Files.writeString(ledger, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Starts with the directory, the topology, the interval, the property with the brokers, and the names of the subnets. */
    public static void main(String[] arguments) throws InterruptedException {
        Path directory = Path.of(arguments[0]);
        List<EmbeddedFabric> fabrics = List.of(arguments).subList(4, arguments.length).stream()
                .map(subnet -> start(directory, arguments[1], arguments[2], arguments[3], subnet)
                        .getBean(EmbeddedFabric.class))
                .toList();
        Random random = new Random(1);
        while (true) {
            for (EmbeddedFabric fabric : fabrics) {
                List<EmbeddedNode> nodes = List.copyOf(fabric.nodes());
                for (int i = 0; i < BUSY_NODES; i++) {
                    nodes.get(random.nextInt(nodes.size())).port(1).count("portXmitData", random.nextInt(1_000_000));
                }
            }
            Thread.sleep(TRAFFIC_MILLIS);
        }
    }

    private static ConfigurableApplicationContext start(
            Path directory, String topology, String interval, String broker, String subnet) {
        return new SpringApplicationBuilder(MonitorApplication.class)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean(
                                ObservationChannel.class,
                                () -> new LedgerChannel(
                                        context.getBean(OutboxChannel.class), directory.resolve(subnet + ".ledger")),
                                definition -> definition.setPrimary(true)))
                .run(
                        "--server.port=0",
                        "--rdma.fabric.type=embedded",
                        "--rdma.fabric.topology=" + topology,
                        "--rdma.subnet.interval=" + interval,
                        "--rdma.subnet.validation.enabled=false",
                        "--monitor.collector.subnet=" + subnet,
                        "--monitor.roles.store=false",
                        "--monitor.roles.watch=false",
                        "--monitor.kafka.enabled=true",
                        "--monitor.kafka.outbox=" + directory.resolve(subnet + ".outbox"),
                        "--spring.datasource.url=jdbc:h2:mem:" + subnet + ";DB_CLOSE_DELAY=-1",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn",
                        "--" + broker);
    }
}
