package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long requests and long responses between two hosts whose channels carry single datagrams only. */
@Timeout(60)
@WithFabric("fat-tree:2,4,4")
class LongMessagesTest {
    private static final VendorClass VENDOR = VendorClass.of(0x35, 0x123456);
    private static final MadOptions PATIENT = new MadOptions(Duration.ofMinutes(1), 0, 64);

    private final AtomicInteger handled = new AtomicInteger();
    private EmbeddedFabric fabric;
    private Rdma here;
    private Rdma there;
    private MadTransactor client;
    private MadTransactor host;
    private MadServer server;
    private IbPath path;

    /** Responds with the data of the request, repeated as often as the modifier says. */
    @BeforeEach
    void serve(EmbeddedFabric opened) {
        fabric = opened;
        here = Rdma.builder().driver(fabric.driver("host0")).mad(PATIENT).open();
        there = Rdma.builder().driver(fabric.driver("host5")).open();
        client = here.mad(here.defaultEndPort());
        host = there.mad(there.defaultEndPort());
        path = IbPath.to(host.endPort().attributes().lid());
        server = host.serve(MadService.of(VENDOR, MadMethod.GET), served -> {
            handled.incrementAndGet();
            served.respond(repeated(served.data(), (int) served.header().attributeModifier()));
        });
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
        host.close();
        here.close();
        there.close();
    }

    private static byte[] repeated(byte[] data, int times) {
        ByteBuffer all = ByteBuffer.allocate(data.length * times);
        for (int i = 0; i < times; i++) {
            all.put(data);
        }
        return all.array();
    }

    private static byte[] random(int length, int seed) {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return data;
    }

    @Test
    void aShortRequestGetsALongResponse() {
        assertThat(client.vendorGet(VENDOR, 1, 1_000, random(216, 1), path)).isEqualTo(repeated(random(216, 1), 1_000));
        assertThat(handled).hasValue(1);
    }

    @Test
    void aLongRequestGetsAShortResponse() {
        assertThat(client.vendorGet(VENDOR, 1, 0, random(100_000, 2), path)).containsOnly(0);
        assertThat(handled).hasValue(1);
    }

    @Test
    void manyLongRequestsAndResponsesAreInFlight() {
        List<byte[]> requests = new ArrayList<>();
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int call = 0; call < 200; call++) {
            byte[] request = random(217 + 100 * call, call);
            requests.add(request);
            answers.add(client.async().vendorGet(VENDOR, call, 3, request, path));
        }
        for (int call = 0; call < 200; call++) {
            assertThat(answers.get(call))
                    .succeedsWithin(30, TimeUnit.SECONDS)
                    .isEqualTo(repeated(requests.get(call), 3));
        }
        assertThat(handled).hasValue(200);
    }

    @Test
    void messagesArriveDespiteLossDuplicationAndReordering() {
        fabric.loss(0.05, 1)
                .duplicate(0.05, 2)
                .reorder(0.05, Duration.ofMillis(2), 3)
                .delay(Duration.ofNanos(1_000));
        MadTransactor insistent = client.withOptions(new MadOptions(Duration.ofSeconds(5), 5, 64));
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int call = 0; call < 50; call++) {
            answers.add(insistent.async().vendorGet(VENDOR, call, 2, random(20_000, call), path));
        }
        for (int call = 0; call < 50; call++) {
            assertThat(answers.get(call))
                    .succeedsWithin(30, TimeUnit.SECONDS)
                    .isEqualTo(repeated(random(20_000, call), 2));
        }
    }

    @Test
    void aRequestThatExceedsTheLimitOfTheServerFails() {
        assertThatExceptionOfType(MadException.class)
                .isThrownBy(() -> client.vendorGet(VENDOR, 1, 0, new byte[2 << 20], path))
                .withMessageContaining("the peer stopped it");
        assertThat(handled).hasValue(0);
        assertThat(client.vendorGet(VENDOR, 1, 1, new byte[] {5}, path)).startsWith(5);
    }

    @Test
    void aClientThatDisappearsDelaysNoOther() {
        CompletableFuture<byte[]> abandoned = client.async().vendorGet(VENDOR, 1, 100_000, random(216, 1), path);
        assertThat(abandoned).isNotNull();
        client.close();
        try (MadTransactor again = here.mad(here.defaultEndPort())) {
            byte[] answer = again.vendorGet(VENDOR, 1, 10, random(216, 2), path);
            assertThat(answer).isEqualTo(repeated(random(216, 2), 10));
        }
    }

    @Test
    void aClosedServerDoesNotRespond() {
        server.close();
        assertThatExceptionOfType(MadStatusException.class)
                .isThrownBy(() -> client.vendorGet(VENDOR, 1, 1, Arrays.copyOf(new byte[] {1}, 100), path));
    }
}
