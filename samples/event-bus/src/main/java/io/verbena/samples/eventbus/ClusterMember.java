package io.verbena.samples.eventbus;

import com.hazelcast.config.Config;
import com.hazelcast.config.NetworkConfig;
import io.verbena.Rdma;
import io.verbena.netty.vertx.RdmaVertxTransport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.concurrent.CompletionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A member of the cluster. Its events travel over RDMA; Hazelcast keeps the list of members over TCP on the loopback interface. */
final class ClusterMember implements AutoCloseable {
    private static final String WORK = "work";

    /** Complains that a member that was killed cannot leave the cluster. The reference keeps the level. */
    private static final Logger VERTX_LOG = Logger.getLogger("io.vertx.core.impl.VertxImpl");

    private static final int MEMBERS = 3;

    private final HazelcastClusterManager manager;
    private final Vertx vertx;

    private ClusterMember(HazelcastClusterManager manager, Vertx vertx) {
        this.manager = manager;
        this.vertx = vertx;
    }

    /**
     * Joins the cluster.
     *
     * @param address the address of an RDMA device, for events
     * @param port the first of the three TCP ports of Hazelcast
     */
    static ClusterMember join(Rdma rdma, String address, int port) {
        HazelcastClusterManager manager = new HazelcastClusterManager(membership(port));
        VertxOptions options = new VertxOptions();
        options.getEventBusOptions().setHost(address);
        Vertx vertx = await(Vertx.builder()
                .with(options)
                .withTransport(RdmaVertxTransport.of(rdma.streams()))
                .withClusterManager(manager)
                .buildClustered());
        return new ClusterMember(manager, vertx);
    }

    private static Config membership(int port) {
        Config config = new Config()
                .setClusterName("event-bus-" + port)
                .setProperty("hazelcast.logging.type", "none")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.socket.bind.any", "false");
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(port).setPortCount(MEMBERS).setReuseAddress(true);
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true);
        for (int i = 0; i < MEMBERS; i++) {
            network.getJoin().getTcpIpConfig().addMember("127.0.0.1:" + (port + i));
        }
        return config;
    }

    /** Answers requests with a name. */
    void work(String name) {
        await(vertx.eventBus().consumer(WORK, request -> request.reply(name)).completion());
    }

    /** Returns the name of the worker that answers a request; an empty string if none does in a second. */
    String ask() {
        DeliveryOptions options = new DeliveryOptions().setSendTimeout(1000);
        return await(vertx.eventBus()
                .<String>request(WORK, "", options)
                .map(Message::body)
                .otherwise(""));
    }

    /** Ends the membership without saying goodbye, as the end of a process does. */
    void kill() {
        VERTX_LOG.setLevel(Level.OFF);
        manager.getHazelcastInstance().getLifecycleService().terminate();
        // Ends the threads; the membership has already ended.
        Future<Void> unused = vertx.close();
    }

    @Override
    public void close() {
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new IllegalStateException("the cluster does not work: " + e.getCause(), e);
        }
    }
}
