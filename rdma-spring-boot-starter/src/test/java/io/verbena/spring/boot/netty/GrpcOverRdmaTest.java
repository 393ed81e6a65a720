package io.verbena.spring.boot.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Runs a gRPC service over RDMA on the embedded fabric, whose addresses TCP cannot reach. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class GrpcOverRdmaTest {
    private static final String ADDRESS = "10.0.0.1";
    private static final Context.Key<String> PEER = Context.key("peer");
    private static final MethodDescriptor<String, String> SAY =
            method("greeter/Say", MethodDescriptor.MethodType.UNARY);
    private static final MethodDescriptor<String, String> COUNT =
            method("greeter/Count", MethodDescriptor.MethodType.SERVER_STREAMING);

    private static MethodDescriptor<String, String> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<String, String>newBuilder()
                .setType(type)
                .setFullMethodName(name)
                .setRequestMarshaller(new Texts())
                .setResponseMarshaller(new Texts())
                .build();
    }

    private static final class Texts implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Client {}

    @Configuration(proxyBeanMethods = false)
    static class Application extends Client {
        @Bean
        BindableService greeter() {
            return () -> ServerServiceDefinition.builder("greeter")
                    .addMethod(SAY, ServerCalls.asyncUnaryCall((String text, StreamObserver<String> answer) -> {
                        answer.onNext(text + " from " + PEER.get());
                        answer.onCompleted();
                    }))
                    .addMethod(
                            COUNT, ServerCalls.asyncServerStreamingCall((String to, StreamObserver<String> answer) -> {
                                IntStream.range(0, Integer.parseInt(to)).forEach(i -> answer.onNext(String.valueOf(i)));
                                answer.onCompleted();
                            }))
                    .build();
        }

        @Bean
        @GlobalServerInterceptor
        ServerInterceptor peers() {
            return new PeerInterceptor();
        }
    }

    private static final class PeerInterceptor implements ServerInterceptor {
        @Override
        public <Q, A> io.grpc.ServerCall.Listener<Q> interceptCall(
                io.grpc.ServerCall<Q, A> call, io.grpc.Metadata headers, io.grpc.ServerCallHandler<Q, A> next) {
            InetSocketAddress peer = (InetSocketAddress)
                    Objects.requireNonNull(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
            return Contexts.interceptCall(
                    Context.current().withValue(PEER, peer.getAddress().getHostAddress()), call, headers, next);
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(
                        "rdma.fabric.type=embedded",
                        "rdma.netty.grpc.port=9191",
                        "rdma.netty.grpc.address=" + ADDRESS,
                        "rdma.netty.grpc.channels=over-*",
                        "spring.grpc.client.channel.over-rdma.target=static://" + ADDRESS + ":9191",
                        "spring.grpc.client.channel.over-nothing.target=static://" + ADDRESS + ":9",
                        "spring.grpc.server.port=0")
                .run(properties);
    }

    private static Channel channel(ConfigurableApplicationContext application, String name) {
        return application.getBean(GrpcChannelFactory.class).createChannel(name);
    }

    private static String say(Channel channel, String text) {
        return ClientCalls.blockingUnaryCall(
                channel, SAY, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS), text);
    }

    @Test
    void theSameServiceAnswersOverRdmaAndOverTcp() {
        try (ConfigurableApplicationContext application = start(Application.class)) {
            String tcp = "static://127.0.0.1:"
                    + application.getBean(GrpcServerLifecycle.class).getPort();

            assertThat(application.getBean(RdmaGrpcServer.class).port()).isEqualTo(9191);
            assertThat(say(channel(application, "over-rdma"), "hello")).isEqualTo("hello from " + ADDRESS);
            assertThat(say(channel(application, tcp), "hello")).isEqualTo("hello from 127.0.0.1");
        }
    }

    @Test
    void streamsAndLongMessagesArrive() {
        String text = "long".repeat(500_000);
        try (ConfigurableApplicationContext application = start(Application.class)) {
            Channel channel = channel(application, "over-rdma");
            List<String> counted = new ArrayList<>();
            ClientCalls.blockingServerStreamingCall(
                            channel, COUNT, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS), "2000")
                    .forEachRemaining(counted::add);

            assertThat(counted)
                    .isEqualTo(
                            IntStream.range(0, 2000).mapToObj(String::valueOf).toList());
            assertThat(say(channel, text)).isEqualTo(text + " from " + ADDRESS);
        }
    }

    @Test
    void aCallFailsWithTheReasonWhereNobodyListens() {
        try (ConfigurableApplicationContext application = start(Application.class)) {
            assertThatThrownBy(() -> say(channel(application, "over-nothing"), "hello"))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, failure -> {
                        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                        assertThat(failure.getCause()).hasMessageContaining("no rsocket listens at this address");
                    });
        }
    }

    @Test
    void withoutAServiceTheServerDoesNotStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(Client.class).close()).isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains(
                        "rdma.netty.grpc.port: this application has no gRPC service on grpc-netty that could use RDMA");
    }

    @Test
    void anAddressWithoutADeviceIsRefused(CapturedOutput output) {
        assertThatThrownBy(() -> start(Application.class, "--rdma.netty.grpc.address=192.0.2.1")
                        .close())
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("rdma.netty.grpc.port: the server cannot listen at /192.0.2.1:9191: ")
                .contains("set rdma.netty.grpc.address to an address of an RDMA device of this host");
    }
}
