package io.verbena.contract.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.cm.CmEvent;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RejectReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options of enhanced connection establishment, as the two sides of a connection exchange them. */
@Timeout(120)
public abstract class CmOptionsContract extends TwoIdentifiers {
    private static final Duration LONG = CmPeer.LONG;
    private static final EnhancedConnection ASKED = new EnhancedConnection(0x15b3, 7);
    private static final EnhancedConnection ANSWERED = new EnhancedConnection(0x15b3, 3);

    @BeforeEach
    void resolve() {
        client.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.RC);
    }

    private CompletableFuture<CmEvent> ask() {
        client.enhancedConnection(ASKED);
        return client.connectAsync(ConnectionParameters.DEFAULTS);
    }

    @Test
    void eachSideKnowsThoseOfTheOther() {
        assertThat(client.peerEnhancedConnection()).isEqualTo(new EnhancedConnection(0, 0));
        CompletableFuture<CmEvent> connected = ask();
        ConnectionRequest request = listening.request(LONG);
        assertThat(request.id().peerEnhancedConnection()).isEqualTo(ASKED);
        new CmPeer(bed.rdma(), request.id(), QueuePairType.RC);
        request.id().enhancedConnection(ANSWERED);

        request.accept(ConnectionParameters.DEFAULTS, LONG);

        assertThat(connected).succeedsWithin(LONG);
        assertThat(client.peerEnhancedConnection()).isEqualTo(ANSWERED);
    }

    @Test
    void aRequestIsRejectedBecauseOfThem() {
        CompletableFuture<CmEvent> connected = ask();

        listening.request(LONG).rejectEnhancedConnection(new byte[0]);

        assertThat(connected)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.VENDOR_OPTION));
    }
}
