package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import io.verbena.spi.MadAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of an end port that is closed or lost, and its threads. */
@Timeout(30)
class MadPortEndTest {
    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private final ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private static boolean readerLives() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.isAlive() && thread.getName().equals("verbena-mad-test0/1"));
    }

    @Test
    void closingUnderTrafficEndsEveryCallAndTheReader() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(10);
        assertThat(readerLives()).isTrue();

        port.mad.close();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(failure(answer))
                        .hasMessageMatching(
                                "SubnGet\\(PortInfo \\d+\\) was not answered: end port test0/1 was closed"));
        assertThat(channel.isClosed()).isTrue();
        assertThat(readerLives()).isFalse();
    }

    @Test
    void afterClosingEveryCallFailsAtOnce() {
        port.mad.close();

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 1))
                .withMessage("end port test0/1 can no longer be used: end port test0/1 was closed");
    }

    @Test
    void theLastTransactorClosesTheEndPort() {
        MadTransactor other = port.open();
        other.close();
        other.close();
        assertThat(channel.isClosed()).isFalse();

        CompletableFuture<PortInfo> answer = port.ask(1);
        port.answer(channel.next());
        channel.settle();
        assertThat(answer).isCompleted();

        port.mad.close();
        assertThat(channel.isClosed()).isTrue();
    }

    @Test
    void anEndPortThatWasClosedCanBeOpenedAgain() {
        port.mad.close();

        try (MadTransactor again = port.open()) {
            assertThat(port.channels).hasSize(2);
            CompletableFuture<PortInfo> answer = again.async().subnGet(PortInfo.class, ScriptedPort.PATH, 1);
            ScriptedChannel second = port.channels.get(1);
            second.answer(second.next(), ScriptedPort.info(1));
            second.settle();
            assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
        }
    }

    @Test
    void everyCallFailsAfterTheLossOfTheDevice() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(10);

        channel.fail("the device is gone");

        assertThat(answers)
                .allSatisfy(answer -> assertThat(failure(answer))
                        .isInstanceOf(MadException.class)
                        .hasMessageEndingWith("was not answered: the device is gone")
                        .hasCauseInstanceOf(RdmaException.class));
        channel.awaitClose();
        String gone = "end port test0/1 can no longer be used: the device is gone";
        assertThat(failure(port.ask(11))).isInstanceOf(RdmaException.class).hasMessage(gone);
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 11))
                .withMessage(gone);
    }

    @Test
    void aLostEndPortCanBeOpenedAgainBeforeItsUsersCloseIt() {
        channel.fail("the device is gone");
        channel.awaitClose();

        MadTransactor again = port.open();
        port.mad.close();
        assertThat(port.channels.get(1).isClosed()).isFalse();

        again.close();
        assertThat(port.channels.get(1).isClosed()).isTrue();
    }

    @Test
    void nothingOpensAfterTheClose() {
        port.ports.close();

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(port::open)
                .withMessage("cannot open end port test0/1: its Rdma is closed");
    }

    @Test
    void closingTheEndPortEndsBlockedCalls() throws Exception {
        FutureTask<PortInfo> waiting = new FutureTask<>(() -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 1));
        Thread thread = new Thread(waiting);
        thread.start();
        channel.next();

        port.mad.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
                .havingCause()
                .isInstanceOf(MadException.class)
                .withMessageContaining("was closed");
    }

    @Test
    void anInterruptEndsACallAndIsPreserved() throws Exception {
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        FutureTask<PortInfo> waiting = new FutureTask<>(() -> {
            try {
                return port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 1);
            } finally {
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        Thread thread = new Thread(waiting);
        thread.start();
        ScriptedChannel.Request request = channel.next();

        thread.interrupt();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
                .havingCause()
                .isInstanceOf(MadException.class)
                .withMessage("SubnGet(PortInfo 1) was interrupted");
        assertThat(stillInterrupted).isTrue();
        channel.timeOut(request);
        assertThat(channel.rest()).as("no call waits for another attempt").isEmpty();
    }

    @Test
    void theReaderRefusesToBlock() {
        CompletableFuture<PortInfo> chained =
                port.ask(1).thenApply(info -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 2));

        port.answer(channel.next());

        assertThat(chained)
                .failsWithin(5, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("use async()");
        assertThat(channel.rest()).isEmpty();
    }

    @Test
    void dependentsMaySendAsynchronousRequests() {
        CompletableFuture<PortInfo> chained = port.ask(1).thenCompose(info -> port.ask(info.localPortNum() + 1L));

        port.answer(channel.next());
        port.answer(channel.next());
        channel.settle();

        assertThat(chained).isCompletedWithValue(ScriptedPort.info(2));
    }

    @Test
    void dependentsMayCloseTheEndPort() {
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<?> unused = port.ask(1).thenRun(() -> {
            port.mad.close();
            closed.countDown();
        });

        port.answer(channel.next());

        ScriptedChannel.await(closed);
        channel.awaitClose();
    }

    @Test
    void dependentsThatThrowDoNotAffectOtherCalls() {
        CompletableFuture<Object> failed = port.ask(1).thenApply(info -> {
            throw new IllegalStateException("a mistake of the caller");
        });
        CompletableFuture<PortInfo> other = port.ask(2);

        channel.next(2).forEach(port::answer);
        channel.settle();

        assertThat(failed).isCompletedExceptionally();
        assertThat(other).isCompletedWithValue(ScriptedPort.info(2));
    }

    @Test
    void aLaterCloseDoesNotWakeALostPort() {
        channel.fail("the device is gone");
        channel.awaitClose();

        port.mad.close();
        port.ports.close();

        assertThat(channel.wakeUpsAfterTheClose()).isZero();
    }

    @Test
    void concurrentClosesWakeTheReaderOnlyWhileTheChannelIsOpen() throws InterruptedException {
        for (int round = 0; round < 500; round++) {
            try (ScriptedPort another = new ScriptedPort(ScriptedPort.PATIENT)) {
                Thread asker = new Thread(() -> another.askAll(3));
                asker.start();
                another.mad.close();
                asker.join();
                assertThat(another.channel.wakeUpsAfterTheClose()).isZero();
            }
        }
    }

    @Test
    void aRemovedDeviceEndsEveryPendingAndLaterCall() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(10);

        channel.fail(new DeviceRemovedException("test0", new RdmaException("umad_recv failed")));

        assertThat(answers).allSatisfy(answer -> assertRemoved(failure(answer)));
        channel.awaitClose();
        assertRemoved(failure(port.ask(11)));
        assertThatExceptionOfType(DeviceRemovedException.class)
                .isThrownBy(() -> port.mad.subnGet(PortInfo.class, ScriptedPort.PATH, 11))
                .withMessageStartingWith("end port test0/1 can no longer be used: device test0 was removed");
    }

    private static void assertRemoved(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(DeviceRemovedException.class)
                .hasMessageContaining("device test0 was removed; close what was opened on it")
                .hasRootCauseMessage("umad_recv failed");
    }

    @Test
    void aSendToARemovedDeviceEndsTheOtherCalls() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(3);
        channel.next(3);
        channel.cut(request -> true, new DeviceRemovedException("test0", new RdmaException("umad_recv failed")));

        assertRemoved(failure(port.ask(4)));

        assertThat(answers).allSatisfy(answer -> assertRemoved(failure(answer)));
        channel.awaitClose();
    }

    @Test
    void aDatagramThatCannotBeReceivedIsDropped() {
        CompletableFuture<PortInfo> answer = port.ask(1);
        ScriptedChannel.Request request = channel.next();

        channel.arrive(0, new MadAddress(1, 1, 0, 0, 0, 0, null), new byte[3]);
        channel.arriveBroken();
        port.answer(request);
        channel.settle();

        assertThat(answer).isCompletedWithValue(ScriptedPort.info(1));
        assertThat(port.mad.statistics().dropped()).isEqualTo(2);
    }
}
