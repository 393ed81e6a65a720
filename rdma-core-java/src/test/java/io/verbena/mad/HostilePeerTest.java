package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static io.verbena.mad.MadServerTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.mad.decode.MadFormat;
import io.verbena.path.IbPath;
import io.verbena.rmpp.RmppFailure;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of the memory, threads and time that a hostile node or subnet manager can cost a host. */
@Timeout(60)
class HostilePeerTest {
    /** Requests that a server queues for its handler, as its documentation says. */
    private static final int MAX_WAITING = 1024;

    private static final int MIB = 1 << 20;

    /** Returns the bytes in use after garbage collection. */
    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    @Nested
    class WhoIsAsked {
        private static final int FLOOD = 200_000;

        private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
        private final ScriptedChannel channel = port.channel;

        @Test
        void unsolicitedResponsesAreDroppedAndCounted() {
            CompletableFuture<PortInfo> answer = port.ask(1);
            ScriptedChannel.Request request = channel.next();
            byte[] reply = ScriptedChannel.reply(request, 0, ScriptedPort.info(1));
            long before = usedBytes();

            for (int i = 0; i < FLOOD; i++) {
                byte[] other = reply.clone();
                ByteBuffer.wrap(other).putLong(MadFormat.TRANSACTION_ID, request.transactionId() + 1 + i);
                channel.arriveNow(request.destination(), other);
            }
            channel.settle();

            assertThat(usedBytes() - before).isLessThan(2 * MIB);
            assertThat(port.mad.statistics().dropped()).isEqualTo(FLOOD);
            port.answer(request);
            channel.settle();
            assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
            port.close();
        }

        @Test
        void aRepeatedResponseIsAcceptedOnce() {
            CompletableFuture<PortInfo> answer = port.ask(1);
            ScriptedChannel.Request request = channel.next();
            byte[] reply = ScriptedChannel.reply(request, 0, ScriptedPort.info(1));

            for (int i = 0; i < 1000; i++) {
                channel.arrive(0, request.destination(), reply);
            }
            channel.settle();

            assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
            assertThat(port.mad.statistics().dropped()).isEqualTo(999);
            port.close();
        }

        @Test
        void aResponseAfterTheCloseIsDropped() {
            CompletableFuture<PortInfo> answer = port.ask(1);
            ScriptedChannel.Request request = channel.next();
            port.close();

            port.answer(request);

            assertThat(failure(answer)).hasMessageContaining("was closed");
            assertThat(answer).isCompletedExceptionally();
        }

        @ParameterizedTest(name = "{0} bytes")
        @ValueSource(ints = {0, 1, 23, 24, 64, 255})
        void aTruncatedResponseIsDropped(int length) {
            CompletableFuture<PortInfo> answer = port.ask(1);
            ScriptedChannel.Request request = channel.next();
            byte[] reply = ScriptedChannel.reply(request, 0, ScriptedPort.info(1));

            channel.arrive(0, request.destination(), Arrays.copyOf(reply, length));
            channel.settle();

            assertThat(answer).isNotDone();
            assertThat(port.mad.statistics().dropped()).isOne();
            port.answer(request);
            channel.settle();
            assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
            port.close();
        }

        /** The first segment announces 4 GiB, or a segment has a number far beyond the window. */
        @ParameterizedTest(name = "segment {0}")
        @ValueSource(longs = {1, 2, 0x7fff_ffffL, 0xffff_ffffL, 0})
        void absurdLengthsAndSegmentNumbersFailTheCallWithoutAllocation(long segment) {
            CompletableFuture<List<NodeRecord>> answer =
                    port.mad.async().subnAdmGetTable(new NodeRecord(), 0, IbPath.to(Lid.of(9)));
            ScriptedChannel.Request request = channel.next();
            long before = usedBytes();
            if (segment != 1) {
                channel.arrive(0, request.destination(), segment(request, 1, 0));
            }

            channel.arrive(0, request.destination(), segment(request, segment, 0xffff_ffffL));
            channel.settle();

            assertThat(usedBytes() - before).isLessThan(MIB);
            if (segment != 2) {
                assertThat(failure(answer)).isInstanceOf(MadException.class).hasMessageContaining("failed by RMPP");
            }
            port.close();
        }

        private static byte[] segment(ScriptedChannel.Request request, long number, long payload) {
            byte[] mad = ScriptedChannel.reply(request, 0, null);
            RmppData.LAYOUT
                    .wrapWritable(mad, 0)
                    .rmppVersion(1)
                    .rmppType(RmppType.DATA)
                    .rmppFlagsBits(RmppFlag.ACTIVE.code() | (number == 1 ? RmppFlag.FIRST.code() : 0))
                    .segmentNumber(number)
                    .payloadLength(payload);
            return mad;
        }

        @Test
        void receiversOfCompletedTransfersHoldNoMessage() {
            int records = 8 * MIB / 112;
            long before = usedBytes();
            for (int i = 0; i < 24; i++) {
                CompletableFuture<List<NodeRecord>> answer =
                        port.mad.async().subnAdmGetTable(new NodeRecord(), 0, IbPath.to(Lid.of(9)));
                answerWithTable(channel.next(), records);
                assertThat(answer.join()).hasSize(records);
            }

            assertThat(usedBytes() - before).as("24 tables of 8 MiB each").isLessThan(24L * MIB);
            port.close();
        }

        private void answerWithTable(ScriptedChannel.Request request, int records) {
            byte[] first = ScriptedChannel.reply(request, 0, null);
            ByteBuffer.wrap(first).putShort(MadFormat.ATTRIBUTE_OFFSET, (short) 14);
            byte[] message = Arrays.copyOf(first, 56 + records * 112);
            RmppSender sender = new RmppSender(message, RmppFormat.of(0x03).orElseThrow(), RmppOptions.DEFAULTS);
            sender.start(0, packet -> arrive(request, packet));
            while (!sender.isDone()) {
                sender.received(ByteBuffer.wrap(channel.next().bytes()), 0, packet -> arrive(request, packet));
            }
        }

        private void arrive(ScriptedChannel.Request request, ByteBuffer packet) {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            channel.arriveNow(request.destination(), bytes);
        }
    }

    @Nested
    class WhoAsks {
        private final CountDownLatch mayAnswer = new CountDownLatch(1);
        private final BlockingQueue<MadServerRequest> arrivals = new LinkedBlockingQueue<>();

        private ScriptedPort serving(boolean segments, MadHandler handler) {
            ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT, null, segments);
            port.mad.serve(MadService.of(MadServerTest.VENDOR, MadMethod.GET), handler);
            return port;
        }

        private static MadAddress node(int lid) {
            return new MadAddress(lid, 1, 0, 0, 0, 0, null);
        }

        private static RmppSender longRequest(long transaction, int bytes) {
            byte[] message = Arrays.copyOf(request(transaction).toBytes(), 40 + bytes);
            return new RmppSender(message, RmppFormat.of(0x32).orElseThrow(), RmppOptions.DEFAULTS);
        }

        private static byte[] bytes(ByteBuffer packet) {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            return bytes;
        }

        /** Returns a long request as delivered by a channel that performs RMPP. */
        private static byte[] whole(long transaction, int bytes) {
            byte[] mad = Arrays.copyOf(request(transaction).toBytes(), bytes);
            RmppData.LAYOUT
                    .wrapWritable(mad, 0)
                    .rmppVersion(1)
                    .rmppType(RmppType.DATA)
                    .rmppFlagsBits(RmppFlag.ACTIVE.code() | RmppFlag.FIRST.code())
                    .segmentNumber(1);
            return mad;
        }

        @Test
        void pendingRequestsAreLimitedByBytes() {
            ScriptedPort port = serving(true, served -> ScriptedChannel.await(mayAnswer));

            for (int i = 0; i < 40; i++) {
                channelOf(port).arrive(0, node(7), whole(i, MIB));
            }
            List<ScriptedChannel.Request> refused = channelOf(port).rest();

            // One request is in the handler.
            assertThat(refused).hasSizeBetween(40 - 17, 40 - 16);
            assertThat(refused)
                    .allSatisfy(reply -> assertThat(reply.header().status()).isEqualTo(MadRefusal.BUSY.status()));
            mayAnswer.countDown();
            port.close();
        }

        @Test
        void pendingRequestsAreLimitedByNumber() {
            ScriptedPort port = serving(true, served -> ScriptedChannel.await(mayAnswer));

            for (int i = 0; i < 3000; i++) {
                channelOf(port).arrive(0, node(7), request(i).toBytes());
            }

            assertThat(channelOf(port).rest()).hasSizeBetween(3000 - MAX_WAITING - 1, 3000 - MAX_WAITING);
            mayAnswer.countDown();
            port.close();
        }

        @Test
        void theServerSurvivesAHandlerThatThrows() throws InterruptedException {
            BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
            ScriptedPort port = serving(true, served -> {
                threads.add(Thread.currentThread());
                throw new IllegalStateException("a mistake of the handler");
            });

            channelOf(port).arrive(0, node(7), request(1).toBytes());
            channelOf(port).arrive(0, node(7), request(2).toBytes());

            assertThat(threads.poll(5, TimeUnit.SECONDS)).isSameAs(threads.poll(5, TimeUnit.SECONDS));
            assertThat(channelOf(port).rest()).isEmpty();
            port.close();
        }

        @Test
        void incompleteRequestsOfAPeerDoNotAffectOthers() throws InterruptedException {
            ScriptedPort port = serving(false, arrivals::add);
            for (int i = 0; i < 500; i++) {
                longRequest(i, 4000).start(0, packet -> channelOf(port).arriveNow(node(7), bytes(packet)));
            }
            channelOf(port).settle();
            assertThat(channelOf(port).rest()).as("acknowledged first segments").hasSize(8);

            RmppSender honest = longRequest(1, 4000);
            honest.start(0, packet -> channelOf(port).arriveNow(node(8), bytes(packet)));
            while (!honest.isDone()) {
                honest.received(
                        ByteBuffer.wrap(channelOf(port).next().bytes()),
                        0,
                        packet -> channelOf(port).arriveNow(node(8), bytes(packet)));
            }

            assertThat(arrivals.poll(5, TimeUnit.SECONDS)).isNotNull();
            port.close();
        }

        @Test
        void longResponsesInFlightAreLimitedPerPeerAndByBytes() {
            ScriptedPort port = serving(false, arrivals::add);
            List<RdmaException> refusals = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answer(port, node(7), i, 1000, refusals);
            }
            assertThat(refusals)
                    .hasSize(8)
                    .allSatisfy(refusal -> assertThat(refusal).hasMessageContaining("32 of them to this peer"));
            refusals.clear();

            for (int i = 0; i < 5; i++) {
                answer(port, node(10 + i), i, 20 * MIB, refusals);
            }
            assertThat(refusals).hasSize(2);
            port.close();
        }

        private void answer(ScriptedPort port, MadAddress peer, long id, int bytes, List<RdmaException> refusals) {
            channelOf(port).arrive(0, peer, request(id).toBytes());
            MadServerRequest served = arrived();
            try {
                served.respond(new byte[bytes]);
            } catch (RdmaException e) {
                refusals.add(e);
            }
        }

        private MadServerRequest arrived() {
            return MadServerTest.next(arrivals);
        }

        @Test
        void aRequestThatIsTooLongIsStopped() {
            ScriptedPort port = serving(false, arrivals::add);
            RmppSender sender = longRequest(1, MIB + 1);
            sender.start(0, packet -> channelOf(port).arriveNow(node(7), bytes(packet)));
            while (sender.failure() == null) {
                sender.received(
                        ByteBuffer.wrap(channelOf(port).next().bytes()),
                        0,
                        packet -> channelOf(port).arriveNow(node(7), bytes(packet)));
            }

            assertThat(sender.failure().reason()).isEqualTo(RmppFailure.Reason.PEER_STOPPED);
            assertThat(arrivals).isEmpty();
            port.close();
        }

        @Test
        void aClosedServerRefusesALateResponse() {
            ScriptedPort port = serving(false, arrivals::add);
            channelOf(port).arrive(0, node(7), request(1).toBytes());
            MadServerRequest served = arrived();
            port.close();

            assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> served.respond(new byte[10]));
        }

        private static ScriptedChannel channelOf(ScriptedPort port) {
            return port.channel;
        }
    }
}
