package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.contract.InterceptedDriver;
import io.verbena.error.RdmaException;
import io.verbena.error.UnsupportedException;
import io.verbena.gsi.GsiChannel;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortCounters;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.SaClient;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host without umad, which sends and receives MADs through a queue pair of its own. */
@Timeout(60)
class GeneralServicesByVerbsTest {
    private EmbeddedFabric fabric;
    private Rdma rdma;
    private MadTransactor mad;

    /** A host whose umad cannot be opened. */
    private static final class WithoutUmad extends ForwardingDriver {
        WithoutUmad(RdmaDriver driver) {
            super(driver);
        }

        @Override
        public MadChannel openMadChannel(String device, int port) {
            throw new RdmaException("this host has no umad");
        }
    }

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,4,4");
        rdma = Rdma.builder()
                .driver(new WithoutUmad(fabric.driver("host3")))
                .madByVerbs()
                .mad(new MadOptions(Duration.ofMillis(200), 2, 64))
                .open();
        mad = rdma.mad(rdma.defaultEndPort());
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }

    private IbPath path(String node, int port) {
        return IbPath.to(Lid.of(fabric.node(node).port(port).lid()));
    }

    @Test
    void theCountersOfOtherNodesAreRead() {
        fabric.node("leaf2").port(4).counter("symbolErrorCounter", 9);

        assertThat(mad.performanceGet(new PortCounters().portSelect(4), path("leaf2", 0))
                        .symbolErrorCounter())
                .isEqualTo(9);
    }

    @Test
    void theSubnetAdministrationAnswersWithALongTable() {
        try (SaClient sa = rdma.sa(mad)) {
            List<NodeRecord> nodes = sa.table(NodeRecord.class);

            assertThat(nodes).hasSizeGreaterThan(20);
        }
    }

    @Test
    void manyRequestsAreInFlightConcurrently() {
        var answers = fabric.nodes().stream()
                .filter(EmbeddedNode::forwards)
                .flatMap(leaf -> IntStream.rangeClosed(1, leaf.numPorts())
                        .mapToObj(port -> mad.async()
                                .performanceGet(new PortCounters().portSelect(port), path(leaf.description(), 0))))
                .toList();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isNotNull());
    }

    /** The number and the Q_Key of the queue pair are no secret. */
    @Test
    void aDatagramOfAnyLengthFromAnyNodeDoesNoHarm() {
        counters("leaf2");
        int number = mad.queuePair();

        try (Rdma hostile = Rdma.builder().driver(fabric.driver("host9")).open();
                Context context = hostile.verbs("emb0")) {
            ProtectionDomain domain = context.protectionDomain();
            CompletionQueue queue = context.completionQueue(64);
            QueuePair pair = domain.queuePair(QueuePairType.UD)
                    .completions(queue, queue)
                    .capacity(QueuePairCapacity.SMALL)
                    .create();
            pair.establish(QueuePairSetup.port(1));
            ByteBuffer memory = ByteBuffer.allocateDirect(4096);
            MemoryRegion region = domain.register(memory);
            AddressHandle way = domain.addressHandle(
                    AddressVector.to(1, Lid.of(fabric.node("host3").port(1).lid())));
            SendRequests one = pair.sendRequests(1);
            CompletionBatch done = queue.batch(1);
            for (int length : new int[] {0, 1, 255, 256, 257, 296, 297, 2048, 4096}) {
                one.clear();
                pair.post(one.send(length).segment(region, 0, length).to(way, number, (int) MadAddress.GSI_QUEUE_KEY));
                assertThat(queue.poll(done)).isLessThanOrEqualTo(1);
                counters("leaf2");
            }
        }
    }

    @Test
    void aQueuePairThatFailsIsRestartedWithItsNumber() {
        FailingPairs failing = new FailingPairs(fabric.driver("host3"));
        try (Rdma other = Rdma.builder()
                        .driver(failing)
                        .mad(new MadOptions(Duration.ofMillis(200), 4, 64))
                        .open();
                MadTransactor byVerbs = other.mad(other.defaultEndPort())) {
            PortCounters request = new PortCounters().portSelect(1);
            byVerbs.performanceGet(request, path("leaf2", 0));
            int number = byVerbs.queuePair();

            for (int round = 0; round < 3; round++) {
                failing.fail();
                for (int i = 0; i < 70; i++) {
                    assertThat(byVerbs.performanceGet(request, path("leaf2", 0)))
                            .as("request %d after failure %d", i, round)
                            .isNotNull();
                }
            }

            assertThat(byVerbs.queuePair()).isEqualTo(number);
        }
    }

    /** A send with a key of no memory fails, and leaves its queue pair in state SEND_QUEUE_ERROR (IBA 10.3.1). */
    @Test
    void aSendThatFailsLeavesNoRequestUnanswered() {
        FailingSends failing = new FailingSends();
        try (Rdma other = Rdma.builder()
                        .driver(new WithoutUmad(new InterceptedDriver(fabric.driver("host3"), failing)))
                        .madByVerbs()
                        .mad(new MadOptions(Duration.ofMillis(200), 4, 64))
                        .open();
                MadTransactor byVerbs = other.mad(other.defaultEndPort())) {
            PortCounters request = new PortCounters().portSelect(1);
            byVerbs.performanceGet(request, path("leaf2", 0));

            failing.resumed.set(0);
            for (int round = 1; round <= 3; round++) {
                failing.next = true;
                for (int i = 0; i < 70; i++) {
                    assertThat(byVerbs.performanceGet(request, path("leaf2", 0)))
                            .as("request %d after failure %d", i, round)
                            .isNotNull();
                }
                assertThat(failing.next).isFalse();
                assertThat(failing.resumed).hasValue(round);
            }
        }
    }

    /** Gives a send a key of no memory, when it is asked to. */
    private static final class FailingSends implements InterceptedDriver.Interceptor {
        private static final int KEY = SendRecord.SEGMENTS + 12;

        final AtomicInteger resumed = new AtomicInteger();
        volatile boolean next;

        @Override
        public void before(String call, @Nullable Object @Nullable [] arguments) {
            if (next && call.equals("postSend") && arguments != null && arguments[1] instanceof RecordMemory record) {
                next = false;
                ByteBuffer bytes = record.bytes();
                bytes.putInt(KEY, ~bytes.getInt(KEY));
            } else if (call.equals("modifyQueuePair")
                    && arguments != null
                    && arguments[1] instanceof QueuePairAttributes attributes
                    && attributes.has(QueuePairAttribute.STATE)
                    && attributes.set().size() == 1) {
                resumed.incrementAndGet();
            }
        }
    }

    /** A driver whose queue pairs for datagrams can be put into another state, as a device does that fails one. */
    private static final class FailingPairs extends ForwardingDriver {
        private @Nullable VerbsDriver opened;
        private long pair;

        FailingPairs(RdmaDriver driver) {
            super(driver);
        }

        @Override
        public MadChannel openMadChannel(String device, int port) {
            VerbsDriver verbs = driver().openVerbs(device);
            opened = verbs;
            VerbsDriver watching = (VerbsDriver) Proxy.newProxyInstance(
                    VerbsDriver.class.getClassLoader(),
                    new Class<?>[] {VerbsDriver.class},
                    (self, method, arguments) -> {
                        try {
                            Object result = method.invoke(verbs, arguments);
                            if (result instanceof CreatedQueuePair created) {
                                pair = created.handle();
                            }
                            return result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
            return new GsiChannel(new Context(device, watching), port);
        }

        void fail() {
            Objects.requireNonNull(opened, "no device is open")
                    .modifyQueuePair(pair, new QueuePairAttributes().state(QueuePairState.ERROR));
        }
    }

    private void counters(String leaf) {
        assertThat(mad.performanceGet(new PortCounters().portSelect(1), path(leaf, 0)))
                .isNotNull();
    }

    @Test
    void aDisconnectedPortDoesNotRespond() {
        fabric.node("host9").port(1).down();

        assertThatExceptionOfType(MadTimeoutException.class)
                .isThrownBy(() -> mad.performanceGet(new PortCounters().portSelect(1), path("host9", 1)));
    }

    @Test
    void subnetManagementCannotBeSentThroughAQueuePair() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.self()))
                .withMessageContaining("--sa");
    }
}
