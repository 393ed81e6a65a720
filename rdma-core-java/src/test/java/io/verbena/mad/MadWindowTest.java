package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.PortInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The window of outstanding requests, which holds four in these tests. */
@Timeout(30)
class MadWindowTest {
    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private final ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    @Test
    void sendsAtMostOneWindow() {
        port.askAll(10);

        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void everyResponseFreesAPlaceInTheWindow() {
        port.askAll(10);
        List<ScriptedChannel.Request> first = channel.next(4);

        port.answer(first.get(2));
        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(5L);
        channel.refuse(first.get(0), 0x000c);
        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(6L);
    }

    @Test
    void staysFullForAnyOrderOfResponses() {
        Random random = new Random(20261101);
        List<CompletableFuture<PortInfo>> answers = port.askAll(200);
        List<ScriptedChannel.Request> outstanding = new ArrayList<>();
        for (int answered = 0; answered < 200; answered++) {
            outstanding.addAll(channel.rest());
            assertThat(outstanding).hasSize(Math.min(4, 200 - answered));
            port.answer(outstanding.remove(random.nextInt(outstanding.size())));
        }
        channel.settle();

        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i)).isCompletedWithValue(ScriptedPort.info(i + 1));
        }
        assertThat(port.mad.datagramsSent()).isEqualTo(200);
    }

    @Test
    void anUnreachableNodeDelaysOthersOnce() {
        port.askAll(8);
        List<ScriptedChannel.Request> first = channel.next(4);

        channel.timeOut(first.get(0));
        List<ScriptedChannel.Request> second = channel.rest();
        assertThat(second).extracting(ScriptedChannel.Request::modifier).containsExactly(1L, 5L);

        channel.timeOut(second.get(0));
        assertThat(channel.rest())
                .as("its place was given away already")
                .extracting(ScriptedChannel.Request::modifier)
                .containsExactly(1L);
    }

    @Test
    void unreachableNodesAreRetriedConcurrently() {
        port.askAll(4);
        for (int attempt = 1; attempt <= 3; attempt++) {
            List<ScriptedChannel.Request> requests = channel.rest();
            assertThat(requests)
                    .as("try " + attempt)
                    .extracting(ScriptedChannel.Request::modifier)
                    .containsExactly(1L, 2L, 3L, 4L);
            requests.forEach(channel::timeOut);
        }
        assertThat(channel.rest()).isEmpty();
    }

    @Test
    void aCallThatIsCancelledInTheQueueIsNeverSent() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(6);
        List<ScriptedChannel.Request> first = channel.next(4);
        answers.get(4).cancel(false);

        port.answer(first.get(0));

        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(6L);
    }

    @Test
    void aCallThatIsCancelledInFlightIsNotRetried() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(5);
        List<ScriptedChannel.Request> first = channel.next(4);
        answers.get(0).cancel(false);

        channel.timeOut(first.get(0));

        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(5L);
    }

    @Test
    void transactorsOfAnEndPortShareItsWindow() {
        try (MadTransactor other = port.open()) {
            port.askAll(3);
            for (int number = 4; number <= 6; number++) {
                CompletableFuture<?> unused = other.async().subnGet(PortInfo.class, ScriptedPort.PATH, number);
            }
            assertThat(channel.rest()).hasSize(4);
            assertThat(port.channels).as("opened once").hasSize(1);
        }
    }
}
