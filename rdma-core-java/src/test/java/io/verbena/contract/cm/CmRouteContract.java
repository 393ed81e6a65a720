package io.verbena.contract.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.PathRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection along a path that the program has. */
@Timeout(120)
public abstract class CmRouteContract extends TwoIdentifiers {
    private static final Duration LONG = CmPeer.LONG;

    /** The path from the one to the other, which have their devices. */
    protected abstract PathRecord path(CmBed between, CmId from, CmId to);

    @Test
    void aConnectionUsesTheGivenPath() {
        assertThat(client.resolveAddressAsync(null, listened(), LONG)).succeedsWithin(LONG);
        assertThat(client.routeAsync(path(bed, client, listening)))
                .succeedsWithin(LONG)
                .satisfies(event -> assertThat(event.type()).isEqualTo(CmEventType.ROUTE_RESOLVED));
        CmPeer asking = new CmPeer(bed.rdma(), client, QueuePairType.RC);
        var connected = client.connectAsync(ConnectionParameters.DEFAULTS);
        ConnectionRequest request = listening.request(LONG);
        CmPeer answering = new CmPeer(bed.rdma(), request.id(), QueuePairType.RC);
        request.accept(ConnectionParameters.DEFAULTS, LONG);
        assertThat(connected).succeedsWithin(LONG);

        asking.send(42);

        asking.next().check();
        answering.next().check();
        assertThat(answering.buffer.get(0)).isEqualTo((byte) 42);
    }

    @Test
    void aPathToNowhereIsRefused() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.routeAsync(new PathRecord()))
                .satisfies(refused -> assertThat(refused.call()).isEqualTo("rdma_set_option"));
    }
}
