package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.verbena.hca.WorkCompletionStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which cause of the end of a connection counts when several threads report one. */
class EndCauseTest {
    private final ConnectionEnd end = new ConnectionEnd("connection", Duration.ZERO, () -> {}, () -> {});
    private final Liveness liveness = new Liveness("connection", end, mock(ConnectionIds.class), Duration.ZERO);

    @Test
    void requestThatThePeerRefusedFailedBeforeThePeerEndedTheConnection() {
        liveness.disconnected(null);
        liveness.failed("a read", WorkCompletionStatus.REMOTE_ACCESS_ERROR);

        assertThat(end.exception()).hasMessageContaining("a read").hasMessageContaining("remote access error");
    }

    @Test
    void requestThatThePeerDidNotAnswerFailedAfterThePeerEndedTheConnection() {
        liveness.disconnected(null);
        liveness.failed("a write", WorkCompletionStatus.RETRY_EXCEEDED);

        assertThat(end.exception()).hasMessage("connection ended: the peer ended it; connect again");
    }

    @Test
    void firstFailedRequestCounts() {
        liveness.failed("a read", WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        liveness.failed("a write", WorkCompletionStatus.REMOTE_OPERATION_ERROR);
        liveness.disconnected(null);

        assertThat(end.exception()).hasMessageContaining("a read");
    }

    @Test
    void causeReplacesAFlushedRequest() {
        liveness.failed("a read", WorkCompletionStatus.FLUSHED);
        assertThat(end.exception()).hasMessageContaining("its queue pair is in state ERROR");

        liveness.disconnected(null);
        assertThat(end.exception()).hasMessageContaining("the peer ended it");
    }
}
