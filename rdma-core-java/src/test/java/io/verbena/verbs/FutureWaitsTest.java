package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FutureWaitsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final RdmaException late = new RdmaException("nobody came");
    private final CompletableFuture<String> future = new CompletableFuture<>();

    @Test
    void answersWhatTheFutureBrings() {
        future.completeAsync(() -> "a guest");

        assertThat(FutureWaits.await(future, LONG, "the door", () -> late)).isEqualTo("a guest");
    }

    @Test
    void throwsWhatTheFutureFailedWith() {
        RdmaException failure = new RdmaException("the door is shut");
        future.completeExceptionally(failure);

        assertThatThrownBy(() -> FutureWaits.await(future, LONG, "the door", () -> late))
                .isSameAs(failure);
        assertThatThrownBy(() -> FutureWaits.await(future.thenApply(String::trim), LONG, "the door", () -> late))
                .isSameAs(failure);
    }

    @Test
    void aFutureThatDoesNotEndInTimeFailsAsItsWaitDoes() {
        assertThatThrownBy(() -> FutureWaits.await(future, SHORT, "the door", () -> late))
                .isSameAs(late);

        assertThat(future).isCompletedExceptionally();
        assertThat(future.complete("a guest")).isFalse();
    }

    @Test
    void whatComesInTheLastMomentIsNotLost() {
        String brought = FutureWaits.await(future, SHORT, "the door", () -> {
            future.complete("a guest");
            return late;
        });

        assertThat(brought).isEqualTo("a guest");
    }

    @Test
    void whatComesInTheMomentOfAnInterruptIsNotLost() {
        Object door = new Object() {
            @Override
            public String toString() {
                future.complete("a guest");
                return "the door";
            }
        };
        Thread.currentThread().interrupt();

        assertThat(FutureWaits.await(future, LONG, door, () -> late)).isEqualTo("a guest");

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptedWaitSaysSoToItsThreadAndItsFuture() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> FutureWaits.await(future, LONG, "the door", () -> late))
                .isInstanceOf(InterruptedWaitException.class)
                .hasMessage("interrupted while waiting for the door");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(future).isCompletedExceptionally();
    }
}
