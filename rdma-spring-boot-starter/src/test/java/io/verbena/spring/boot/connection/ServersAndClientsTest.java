package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.Isolation;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.MessageTooLongException;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.connection.RequestFailedException;
import io.verbena.spring.boot.Fabrics;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.ProtectionDomain;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Tests a server and its clients in one application, connected through the adapter of their host. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServersAndClientsTest {
    private final ApplicationContextRunner application = Fabrics.twoNodes()
            .withPropertyValues(
                    "rdma.servers.ingest.address=10.0.0.1",
                    "rdma.servers.ingest.port=7471",
                    "rdma.clients.orders.address=10.0.0.1",
                    "rdma.clients.orders.port=7471",
                    "rdma.clients.orders.timeout=5s");

    private static RdmaTemplate orders(ApplicationContext context) {
        return context.getBean("ordersRdmaTemplate", RdmaTemplate.class);
    }

    private static RdmaListenerContainer ingest(ApplicationContext context) {
        return context.getBean("ingestRdmaListenerContainer", RdmaListenerContainer.class);
    }

    @Test
    void respondsToTexts() {
        application.withBean(ListenerSamples.Texts.class).run(context -> {
            assertThat(ingest(context).address().getPort()).isEqualTo(7471);
            assertThat(orders(context).requestAsync("hello").get(30, TimeUnit.SECONDS))
                    .isEqualTo("you said hello");
            assertThat(orders(context).requestAsync("who?").get(30, TimeUnit.SECONDS))
                    .isEqualTo("10.0.0.1");
            assertThat(ingest(context).connections()).isOne();
        });
    }

    @Test
    void functionHandlesTheMessagesOfAServer() {
        application
                .withBean(RdmaHandler.class, () -> RdmaHandler.text("ingest", text -> text + ", " + text))
                .run(context -> assertThat(orders(context).requestAsync("hello").get(30, TimeUnit.SECONDS))
                        .isEqualTo("hello, hello"));
        application
                .withBean(RdmaHandler.class, () -> RdmaHandler.bytes("ingest", bytes -> new byte[bytes.length + 1]))
                .run(context -> assertThat(
                                orders(context).requestAsync(new byte[3]).get(30, TimeUnit.SECONDS))
                        .hasSize(4));
        application
                .withBean(
                        RdmaHandler.class,
                        () -> RdmaHandler.messages("ingest", (connection, message) -> message.position(1)))
                .run(context -> assertThat(orders(context).requestAsync("hello").get(30, TimeUnit.SECONDS))
                        .isEqualTo("ello"));
    }

    @Test
    void functionHandlesAConnectionOrAChannel() {
        application
                .withBean(
                        RdmaHandler.class,
                        () -> RdmaHandler.channels(
                                "ingest", channel -> channel.send(channel.receive(Duration.ofSeconds(5)))))
                .run(context -> assertThat(orders(context).<String>execute(connection -> {
                            try (MessageChannel channel = MessageChannel.open(connection, MessageOptions.DEFAULTS)) {
                                channel.send(ByteBuffer.wrap("one".getBytes(UTF_8)));
                                return text(channel);
                            }
                        }))
                        .isEqualTo("one"));
        application
                .withBean(
                        RdmaHandler.class,
                        () -> RdmaHandler.connections(
                                "ingest", connection -> connection.announceReceives(3, 17, Duration.ofSeconds(5))))
                .run(context -> assertThat(orders(context)
                                .<Integer>execute(connection -> connection
                                        .awaitReceives(Duration.ofSeconds(5))
                                        .bytes()))
                        .isEqualTo(17));
    }

    @Test
    void interceptorsAreCalledInTheirOrder() {
        List<String> seen = new CopyOnWriteArrayList<>();
        application
                .withBean(ListenerSamples.Texts.class)
                .withBean(
                        "inner", RequestInterceptor.class, () -> new Noting("second", Ordered.LOWEST_PRECEDENCE, seen))
                .withBean("outer", RequestInterceptor.class, () -> new Noting("first", 0, seen))
                .run(context -> {
                    assertThat(orders(context).requestAsync("hello").get(30, TimeUnit.SECONDS))
                            .isEqualTo("you said hello");
                    assertThat(seen)
                            .containsExactly(
                                    "first sends to 10.0.0.1",
                                    "second sends to 10.0.0.1",
                                    "first answers ingest",
                                    "second answers ingest");
                });
    }

    /** Records the requests that it intercepts. */
    private record Noting(String name, int getOrder, List<String> seen) implements RequestInterceptor, Ordered {
        @Override
        public CompletableFuture<ByteBuffer> sendAsync(
                String client,
                InetSocketAddress server,
                ByteBuffer message,
                Supplier<CompletableFuture<ByteBuffer>> next) {
            seen.add(name + " sends to " + server.getHostString());
            return next.get();
        }

        @Override
        public ByteBuffer answer(
                String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
            seen.add(name + " answers " + server);
            return next.get();
        }
    }

    @Test
    void reportsAnExceptionOfAListenerToThePeer() {
        application.withBean(ListenerSamples.Texts.class).run(context -> {
            assertThatThrownBy(() -> orders(context).requestAsync("fail").get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("no answer to this");
            assertThat(orders(context).requestAsync("on").get(30, TimeUnit.SECONDS))
                    .isEqualTo("you said on");
        });
    }

    @Test
    void respondsWithPartsOfTheMessage() {
        application.withBean(ListenerSamples.Buffers.class).run(context -> {
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(orders(context).requestAsync(("x" + i).getBytes(UTF_8)));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS))
                        .asString(UTF_8)
                        .isEqualTo("" + i);
            }
        });
    }

    @Test
    void respondsWithNothingIfTheListenerReturnsNothing() {
        application.withBean(ListenerSamples.Bytes.class).run(context -> {
            orders(context).sendAsync("bytes").get(30, TimeUnit.SECONDS);
            assertThat(context.getBean(ListenerSamples.Bytes.class).last)
                    .asString(UTF_8)
                    .isEqualTo("bytes");
            assertThat(orders(context)
                            .requestAsync(ByteBuffer.wrap(new byte[2]))
                            .get(30, TimeUnit.SECONDS)
                            .remaining())
                    .isZero();
        });
    }

    @Test
    void passesAChannelToAListener() {
        application.withBean(ListenerSamples.Channels.class).run(context -> {
            String answers = orders(context).execute(connection -> {
                try (MessageChannel channel = MessageChannel.open(connection, MessageOptions.DEFAULTS)) {
                    channel.send(ByteBuffer.wrap("one".getBytes(UTF_8)));
                    channel.send(ByteBuffer.wrap("two".getBytes(UTF_8)));
                    return text(channel) + text(channel);
                }
            });
            assertThat(answers).isEqualTo("onetwo");
        });
    }

    private static String text(MessageChannel channel) {
        return UTF_8.decode(channel.receive(Duration.ofSeconds(5))).toString();
    }

    @Test
    void reusesTheConnectionOfACallback() {
        application.withBean(ListenerSamples.Connections.class).run(context -> {
            RdmaConnection first = orders(context).execute(connection -> {
                assertThat(connection.awaitReceives(Duration.ofSeconds(5)).bytes())
                        .isEqualTo(17);
                return connection;
            });
            assertThat(orders(context).<RdmaConnection>execute(connection -> connection))
                    .isSameAs(first);
            assertThatThrownBy(() -> orders(context).execute(connection -> {
                        throw new IllegalStateException("mine");
                    }))
                    .hasMessage("mine");
            assertThat(first.isOpen()).isFalse();
        });
    }

    @Test
    void keepsNoIdleConnectionIfDisabled() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withPropertyValues("rdma.clients.orders.idle-connections=0")
                .run(context -> {
                    RdmaConnection first = orders(context).execute(connection -> connection);
                    assertThat(first.isOpen()).isFalse();
                });
    }

    @Test
    void reconnectsAfterTheConnectionWasLost() {
        application.withBean(ListenerSamples.Texts.class).run(context -> {
            orders(context).requestAsync("one").get(30, TimeUnit.SECONDS);
            ingest(context).stop();
            ingest(context).start();
            assertThat(orders(context).requestAsync("two").get(30, TimeUnit.SECONDS))
                    .isEqualTo("you said two");
        });
    }

    @Test
    void retriesUntilTheServerListens() {
        application
                .withBean(ListenerSamples.Texts.class)
                .withPropertyValues("rdma.clients.orders.retries=100", "rdma.clients.orders.retry-delay=20ms")
                .run(context -> {
                    ingest(context).stop();
                    CompletableFuture<String> answer = CompletableFuture.supplyAsync(
                            () -> orders(context).requestAsync("late").join());
                    Thread.sleep(100);
                    assertThat(answer).isNotDone();
                    ingest(context).start();
                    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("you said late");
                });
    }

    @Test
    void givesUpAfterTheConfiguredRetries() {
        application
                .withBean(ListenerSamples.Texts.class)
                .withPropertyValues("rdma.clients.orders.retries=0")
                .run(context -> {
                    ingest(context).stop();
                    assertThatThrownBy(() -> orders(context).requestAsync("hello"))
                            .isInstanceOf(RejectedConnectionException.class)
                            .hasMessageStartingWith("RDMA client 'orders': ");
                });
    }

    @Test
    void appliesTheTimeoutToResponses() {
        application
                .withBean(ListenerSamples.Slow.class)
                .withPropertyValues("rdma.clients.orders.timeout=500ms", "rdma.shutdown-timeout=50ms")
                .run(context -> {
                    assertThatThrownBy(
                                    () -> orders(context).requestAsync("hello").get(30, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(ConnectionTimeoutException.class);
                    context.getBean(ListenerSamples.Slow.class).finish.countDown();
                });
    }

    @Test
    void handlesAsManyMessagesConcurrentlyAsConfigured() {
        application
                .withBean(ListenerSamples.Slow.class)
                .withPropertyValues("rdma.servers.ingest.threads=2")
                .run(context -> {
                    ListenerSamples.Slow slow = context.getBean(ListenerSamples.Slow.class);
                    List<CompletableFuture<String>> answers = new ArrayList<>();
                    for (int i = 0; i < 6; i++) {
                        answers.add(orders(context).requestAsync("hello"));
                    }
                    assertThat(slow.twoBegun.await(30, TimeUnit.SECONDS)).isTrue();
                    // Gives a third thread, if there were one, time to start.
                    Thread.sleep(50);
                    slow.finish.countDown();
                    for (CompletableFuture<String> answer : answers) {
                        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("at last");
                    }
                    assertThat(slow.most).hasValue(2);
                });
    }

    @Test
    void rejectsConnectionsAboveTheMaximum() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withPropertyValues("rdma.servers.ingest.max-connections=1", "rdma.clients.orders.retries=0")
                .run(context -> orders(context).execute(first -> {
                    assertThatThrownBy(() -> orders(context).execute(second -> second))
                            .isInstanceOf(RejectedConnectionException.class)
                            .hasMessageContaining("it has as many connections as it takes");
                    return first;
                }));
    }

    @Test
    void rejectsConnectionsOfOnePeerAboveTheMaximum() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withPropertyValues(
                        "rdma.servers.ingest.backlog-per-peer=1",
                        "rdma.servers.ingest.max-connections-per-peer=1",
                        "rdma.servers.ingest.max-faults-per-peer=0",
                        "rdma.clients.orders.retries=0")
                .run(context -> orders(context).execute(first -> {
                    assertThatThrownBy(() -> orders(context).execute(second -> second))
                            .isInstanceOf(RejectedConnectionException.class)
                            .hasMessageContaining("as it takes from one address");
                    return first;
                }));
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void isolatesConnectionsAsConfigured(Isolation isolation) {
        application
                .withBean(ListenerSamples.Domains.class)
                .withPropertyValues(
                        "rdma.servers.ingest.isolation=" + isolation.name().toLowerCase(Locale.ROOT))
                .run(context -> orders(context)
                        .execute(first -> orders(context).execute(second -> {
                            first.awaitReceives(Duration.ofSeconds(5));
                            second.awaitReceives(Duration.ofSeconds(5));
                            assertThat(context.getBean(ListenerSamples.Domains.class).domains)
                                    .hasSize(isolation == Isolation.CONNECTION ? 2 : 1);
                            return second;
                        })));
    }

    @Test
    void appliesTheLimitsForMessages() {
        application
                .withBean(ListenerSamples.Bytes.class)
                .withPropertyValues(
                        "rdma.servers.ingest.messages.slots=4",
                        "rdma.servers.ingest.messages.slot-size=1KB",
                        "rdma.servers.ingest.messages.largest=4KB",
                        "rdma.servers.ingest.messages.window=1",
                        "rdma.clients.orders.messages.slots=8",
                        "rdma.clients.orders.messages.slot-size=2KB",
                        "rdma.clients.orders.messages.largest=1MB",
                        "rdma.clients.orders.messages.window=2")
                .run(context -> {
                    orders(context).sendAsync(new byte[4000]).get(30, TimeUnit.SECONDS);
                    assertThat(context.getBean(ListenerSamples.Bytes.class).last)
                            .hasSize(4000);
                    assertThatThrownBy(() -> orders(context).sendAsync(new byte[5000]))
                            .isInstanceOf(MessageTooLongException.class);
                });
    }

    @Test
    void appliesQueueDepthAndProtectionDomain() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withPropertyValues(
                        "rdma.protection-domains.shared=",
                        "rdma.servers.ingest.protection-domain=shared",
                        "rdma.servers.ingest.queue-depth=32",
                        "rdma.servers.ingest.backlog=8",
                        "rdma.servers.ingest.timeout=4s",
                        "rdma.clients.orders.protection-domain=shared",
                        "rdma.clients.orders.queue-depth=128")
                .run(context -> orders(context).execute(connection -> {
                    assertThat(connection.group().domain()).isSameAs(context.getBean(ProtectionDomain.class));
                    assertThat(connection.queueDepth()).isEqualTo(128);
                    return connection;
                }));
    }

    @Test
    void customizersOverrideProperties() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withBean(
                        ConnectionOptionsCustomizer.class,
                        () -> (name, options) -> name.equals("orders") ? options.queueDepth(16) : options)
                .run(context -> orders(context).execute(connection -> {
                    assertThat(connection.queueDepth()).isEqualTo(16);
                    return connection;
                }));
    }

    @Test
    void appliesTheKeepAlive() {
        application
                .withBean(ListenerSamples.Connections.class)
                .withPropertyValues("rdma.clients.orders.keep-alive=200ms", "rdma.servers.ingest.keep-alive=0")
                .run(context -> orders(context).execute(connection -> {
                    connection.queuePair().flush();
                    connection.awaitDisconnect(Duration.ofSeconds(2));
                    return connection;
                }));
    }

    @Test
    void injectsThePrimaryClientWithoutAQualifier() {
        application
                .withBean(ListenerSamples.Texts.class)
                .withPropertyValues(
                        "rdma.clients.orders.primary=true",
                        "rdma.clients.other.address=10.0.0.2",
                        "rdma.clients.other.port=1")
                .run(context -> assertThat(context.getBean(RdmaTemplate.class)).isSameAs(orders(context)));
    }

    @Test
    void serverAndClientMayHaveTheSameName() {
        Fabrics.twoNodes()
                .withPropertyValues(
                        "rdma.servers.orders.address=10.0.0.1",
                        "rdma.servers.orders.port=7471",
                        "rdma.servers.invoices.port=0",
                        "rdma.clients.orders.address=10.0.0.1",
                        "rdma.clients.orders.port=7471",
                        "rdma.clients.invoices.address=10.0.0.1",
                        "rdma.clients.invoices.port=1")
                .withUserConfiguration(Shop.class)
                .run(context -> {
                    Orders orders = context.getBean(Orders.class);
                    assertThat(orders.server().address().getPort()).isEqualTo(7471);
                    assertThat(orders.byName()).isSameAs(orders.client());
                    assertThat(orders.client().requestAsync("12 bolts").get(30, TimeUnit.SECONDS))
                            .isEqualTo("ordered 12 bolts");
                });
    }

    record Orders(RdmaListenerContainer server, RdmaTemplate client, RdmaTemplate byName) {}

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        RdmaHandler orderHandler() {
            return RdmaHandler.text("orders", order -> "ordered " + order);
        }

        @Bean
        RdmaHandler invoiceHandler() {
            return RdmaHandler.text("invoices", invoice -> "paid " + invoice);
        }

        @Bean
        Orders user(
                @Qualifier("orders") RdmaListenerContainer server,
                @Qualifier("orders") RdmaTemplate client,
                RdmaTemplate ordersRdmaTemplate) {
            return new Orders(server, client, ordersRdmaTemplate);
        }
    }

    @Test
    void listensAtAFreePortByDefault() {
        Fabrics.twoNodes()
                .withBean(ListenerSamples.Texts.class)
                .withPropertyValues("rdma.servers.ingest.port=0")
                .run(context -> assertThat(ingest(context).address().getPort()).isPositive());
    }

    @Test
    void rejectsRequestsAfterShutdown() {
        application.withBean(ListenerSamples.Texts.class).run(context -> {
            RdmaTemplate orders = orders(context);
            context.close();
            assertThat(orders.isRunning()).isFalse();
            assertThatThrownBy(() -> orders.requestAsync("late")).isInstanceOf(ClosedObjectException.class);
        });
    }

    @Test
    void providesTheConnectionManagerOnFirstUse() {
        application.withBean(ListenerSamples.Texts.class).run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("eventChannel"))
                    .isFalse();
            EventChannel channel = context.getBean(EventChannel.class);
            assertThat(context.getBean(ConnectionManager.class).isClosed()).isFalse();
            context.close();
            assertThat(channel.isClosed()).isTrue();
        });
    }
}
