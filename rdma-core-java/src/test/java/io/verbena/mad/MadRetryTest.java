package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests without a response, or with several. */
@Timeout(30)
class MadRetryTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private void reopen(MadOptions options) {
        port.close();
        port = new ScriptedPort(options);
        channel = port.channel;
    }

    @Test
    void retriesWhenTheChannelReturnsTheRequest() {
        CompletableFuture<PortInfo> answer = port.ask(3);

        ScriptedChannel.Request first = channel.next();
        channel.timeOut(first);
        ScriptedChannel.Request second = channel.next();
        port.answer(second);
        channel.settle();

        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));
        assertThat(second.transactionId()).isNotEqualTo(first.transactionId());
        assertThat(second.header().transactionId(0).toBytes())
                .as("but for the transaction ID the same datagram")
                .isEqualTo(first.header().transactionId(0).toBytes());
    }

    @Test
    void theTimeoutNamesDestinationAttemptsAndDuration() {
        reopen(new MadOptions(Duration.ofMillis(500), 2, 4));
        CompletableFuture<NodeInfo> answer = port.mad.async().subnGet(NodeInfo.class, ScriptedPort.PATH);

        for (int attempt = 0; attempt < 3; attempt++) {
            channel.timeOut(channel.next());
        }

        assertThat(failure(answer))
                .isInstanceOf(MadTimeoutException.class)
                .hasMessage("SubnGet(NodeInfo) timed out to DirectedPath[0,1,4] after 3 tries of 500 ms");
        assertThat(channel.rest()).isEmpty();
    }

    @Test
    void timesOutEvenIfTheChannelReturnsNothing() {
        reopen(new MadOptions(SHORT, 1, 4));

        assertThatExceptionOfType(MadTimeoutException.class)
                .isThrownBy(() -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 3))
                .withMessage("SubnGet(PortInfo 3) timed out to DirectedPath[0,1,4] after 2 tries of 20 ms");
        assertThat(channel.rest())
                .as("an answer to the first try counts until the second is over")
                .extracting(ScriptedChannel.Request::timeoutMillis)
                .containsExactly(40, 20);
    }

    @Test
    void aRequestThatReturnsLateDoesNotEndTheCurrentAttempt() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        ScriptedChannel.Request first = channel.next();
        channel.timeOut(first);
        ScriptedChannel.Request second = channel.next();

        channel.timeOut(first);
        assertThat(channel.rest()).as("no third try yet").isEmpty();

        port.answer(second);
        channel.settle();
        assertThat(answer).isCompleted();
    }

    @Test
    void acceptsALateResponseToAnEarlierAttempt() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        ScriptedChannel.Request first = channel.next();
        channel.timeOut(first);
        ScriptedChannel.Request second = channel.next();

        port.answer(first);
        channel.settle();
        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));

        channel.timeOut(second);
        assertThat(channel.rest()).as("answered is answered").isEmpty();
    }

    @Test
    void ignoresDuplicateAndUnsolicitedResponses() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        CompletableFuture<PortInfo> other = port.ask(4);
        ScriptedChannel.Request request = channel.next();
        ScriptedChannel.Request otherRequest = channel.next();

        port.answer(request);
        channel.answer(request, ScriptedPort.info(99));
        byte[] stray = ScriptedChannel.reply(request, 0, ScriptedPort.info(98));
        ByteBuffer.wrap(stray).putLong(8, 0x7fff_0000L);
        channel.arrive(0, stray);
        port.answer(otherRequest);
        channel.settle();

        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));
        assertThat(other).isCompletedWithValue(ScriptedPort.info(4));
    }

    @Test
    void ignoresShortMessagesAndForeignRequestsWithItsTransactionId() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        ScriptedChannel.Request request = channel.next();

        channel.arrive(0, Arrays.copyOf(ScriptedChannel.reply(request, 0, ScriptedPort.info(97)), 255));
        channel.arrive(Errno.ETIMEDOUT, Arrays.copyOf(request.bytes(), 23));
        channel.arrive(0, new byte[0]);
        channel.arrive(0, request.bytes());
        assertThat(channel.rest()).isEmpty();
        assertThat(answer).isNotDone();

        port.answer(request);
        channel.settle();
        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));
    }

    @Test
    void matchesResponsesByTheLowerHalfOfTheTransactionId() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        ScriptedChannel.Request request = channel.next();

        byte[] reply = ScriptedChannel.reply(request, 0, ScriptedPort.info(3));
        ByteBuffer.wrap(reply).putInt(8, 0xdeadbeef);
        channel.arrive(0, reply);
        channel.settle();

        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));
    }

    @Test
    void aRequestThatReturnsWithAnotherErrorFailsImmediately() {
        CompletableFuture<PortInfo> answer = port.ask(3);

        channel.giveBack(channel.next(), Errno.EIO);

        assertThat(failure(answer))
                .isInstanceOf(SysException.class)
                .hasMessage("SubnGet(PortInfo 3): umad_send(DirectedPath[0,1,4]) failed: input/output error (EIO)");
        assertThat(channel.rest()).isEmpty();
    }
}
