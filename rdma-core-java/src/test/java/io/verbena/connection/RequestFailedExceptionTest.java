package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestFailedExceptionTest {

    @Test
    void whateverTheOtherSideSaysSteersNoTerminalAndFillsNone() {
        assertThat(new RequestFailedException("c", "no\u001b[2J\u202e\nkey"))
                .hasMessage("the peer of c could not answer: no?[2J??key");
        assertThat(new RequestFailedException("c", "x".repeat(100_000)))
                .hasMessage("the peer of c could not answer: " + "x".repeat(1024) + "…");
    }
}
