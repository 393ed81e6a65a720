package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MadTracerTest {
    private static final class Diary implements MadTracer {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final List<Duration> times = new CopyOnWriteArrayList<>();

        @Override
        public void sent(MadExchange exchange, int attempt) {
            lines.add("sent " + exchange.call() + " to " + exchange.path() + " for time " + attempt);
        }

        @Override
        public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
            times.add(elapsed);
            lines.add(
                    failure != null
                            ? "failed " + exchange.call() + " "
                                    + failure.getClass().getSimpleName()
                            : "answered " + exchange.call() + " with "
                                    + exchange.describeReply().size() + " lines");
        }
    }

    private final Diary diary = new Diary();

    @Test
    void isNotifiedOfEveryAttemptAndCompletion() {
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT.withRetries(1), diary)) {
            port.askAll(2);
            List<ScriptedChannel.Request> first = port.channel.next(2);
            port.channel.timeOut(first.get(0));
            port.answer(first.get(1));
            port.channel.timeOut(port.channel.next());
            port.channel.settle();
        }

        assertThat(diary.lines)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("sent SubnGet(PortInfo 1) to DirectedPath[0,1,4] for time 1"),
                        line -> assertThat(line)
                                .isEqualTo("sent SubnGet(PortInfo 2) to DirectedPath[0,1,4] for time 1"),
                        line -> assertThat(line)
                                .isEqualTo("sent SubnGet(PortInfo 1) to DirectedPath[0,1,4] for time 2"),
                        line -> assertThat(line).matches("answered SubnGet\\(PortInfo 2\\) with [1-9]\\d+ lines"),
                        line -> assertThat(line).isEqualTo("failed SubnGet(PortInfo 1) MadTimeoutException"));
    }

    @Test
    void aRequestThatWasNeverSentTookNoTime() {
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT.withOutstanding(1), diary)) {
            port.askAll(2);
            port.channel.next();
        }

        assertThat(diary.times)
                .hasSize(2)
                .allSatisfy(elapsed -> assertThat(elapsed).isBetween(Duration.ZERO, Duration.ofSeconds(30)));
    }

    @Test
    void aTracerThatThrowsIsNotNotifiedAgain() {
        AtomicInteger notified = new AtomicInteger();
        MadTracer failing = new MadTracer() {
            @Override
            public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
                notified.incrementAndGet();
                throw new IllegalStateException("a mistake of the tracer");
            }
        };
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT, failing)) {
            List<CompletableFuture<PortInfo>> answers = port.askAll(3);
            port.channel.next(3).forEach(port::answer);
            port.channel.settle();

            assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompleted());
            CompletableFuture<PortInfo> later = port.ask(4);
            port.answer(port.channel.next());
            port.channel.settle();
            assertThat(later).isCompletedWithValue(ScriptedPort.info(4));
        }
        assertThat(notified).hasValue(1);
    }

    @Test
    void aTracerThatThrowsOnSendDelaysNoCall() {
        MadTracer failing = new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                throw new AssertionError("a mistake of the tracer");
            }
        };
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT, failing)) {
            CompletableFuture<PortInfo> answer = port.ask(1);
            port.answer(port.channel.next());
            port.channel.settle();

            assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
        }
    }
}
