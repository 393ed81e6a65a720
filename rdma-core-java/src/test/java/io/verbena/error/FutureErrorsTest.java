package io.verbena.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FutureErrorsTest {

    @Test
    void findsTheErrorHoweverManyFuturesItPassed() {
        RdmaException error = new RdmaException("the port is down");

        assertThat(FutureErrors.cause(error)).isSameAs(error);
        assertThat(FutureErrors.cause(new ExecutionException(new CompletionException(new CompletionException(error)))))
                .isSameAs(error);
    }

    @Test
    void anErrorOfSomebodyElseIsTheCauseOfOneOfTheFamily() {
        IllegalStateException foreign = new IllegalStateException("no connection");

        assertThat(FutureErrors.cause(new CompletionException(foreign)))
                .hasMessage("java.lang.IllegalStateException: no connection")
                .hasCause(foreign);
    }
}
