package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Notice;
import io.verbena.sa.NoticeSubscription.NoticeDelivery;
import io.verbena.sa.NoticeSubscription.NoticeQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delivery to a slow listener, with a bounded queue and without blocking the reader. */
@Timeout(30)
class NoticeDeliveryTest {
    private static final int CAPACITY = 1024;

    private final NoticeQueue queue = new NoticeQueue();
    private final BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    private final CompletableFuture<Thread> thread = new CompletableFuture<>();
    private final List<NoticeDelivery> deliveries = new ArrayList<>();

    private static NoticeEvent event(int number) {
        return NoticeEvent.of(new Notice().isGeneric(1).trapNumber(number));
    }

    private NoticeDelivery tell(Consumer<NoticeEvent> listener) {
        NoticeDelivery delivery = new NoticeDelivery(
                queue,
                event -> {
                    thread.complete(Thread.currentThread());
                    listener.accept(event);
                },
                "verbena-notices-test");
        deliveries.add(delivery);
        delivery.start();
        return delivery;
    }

    @AfterEach
    void end() {
        deliveries.forEach(NoticeDelivery::end);
    }

    private int next() throws InterruptedException {
        Integer number = told.poll(5, TimeUnit.SECONDS);
        assertThat(number).as("the next notice").isNotNull();
        return number;
    }

    @Test
    void noticesBeyondTheCapacityAreDroppedAndCounted() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        tell(event -> {
            busy.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                return;
            }
            told.add(event.notice().trapNumber());
        });
        queue.offer(event(0));
        busy.await();

        for (int number = 1; number <= CAPACITY + 7; number++) {
            queue.offer(event(number));
        }

        assertThat(queue.dropped()).isEqualTo(7);
        goOn.countDown();
        for (int number = 0; number <= CAPACITY; number++) {
            assertThat(next()).isEqualTo(number);
        }
        queue.offer(event(9999));
        assertThat(next()).isEqualTo(9999);
        assertThat(queue.dropped()).isEqualTo(7);
    }

    @Test
    void aListenerThatThrowsReceivesTheNextNotice() throws InterruptedException {
        tell(event -> {
            if (event.notice().trapNumber() == 1) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("this is what the test is about");
            }
            told.add(event.notice().trapNumber());
        });

        queue.offer(event(1));
        queue.offer(event(2));

        assertThat(next()).isEqualTo(2);
    }

    @Test
    void theThreadEndsWithTheSubscription() throws InterruptedException {
        NoticeDelivery delivery = tell(event -> told.add(event.notice().trapNumber()));
        queue.offer(event(1));
        next();

        delivery.end();

        thread.join().join(5000);
        assertThat(thread.join().isAlive()).isFalse();
    }

    @Test
    void aListenerMayCloseItsSubscription() throws InterruptedException {
        CompletableFuture<NoticeDelivery> own = new CompletableFuture<>();
        NoticeDelivery delivery = tell(event -> {
            own.join().end();
            told.add(event.notice().trapNumber());
        });
        queue.offer(event(1));
        queue.offer(event(2));
        own.complete(delivery);

        assertThat(next()).isEqualTo(1);
        thread.join().join(5000);
        assertThat(thread.join().isAlive()).isFalse();
        assertThat(told).isEmpty();
    }
}
