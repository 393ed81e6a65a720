package io.verbena.contract.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.PathRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests features for reliable connections that the connection manager of InfiniBand has and that of iWARP lacks. */
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

    /** The peer has replied, and not confirmed the connection, when its first packet arrives. */
    @Test
    void aPacketOfThePeerEstablishesAnAcceptedConnection() {
        client.resolve(listened(), LONG);
        var connected = client.connectAsync(ConnectionParameters.DEFAULTS.queuePair(0x123456, false));
        ConnectionRequest request = listening.request(LONG);
        CmPeer answering = new CmPeer(bed.rdma(), request.id(), QueuePairType.RC);
        var accepted = request.acceptAsync(ConnectionParameters.DEFAULTS);
        assertThat(connected)
                .succeedsWithin(LONG)
                .satisfies(event -> assertThat(event.type()).isEqualTo(CmEventType.CONNECT_RESPONSE));
        assertThat(accepted).isNotDone();

        answering.id.report(AsyncEventType.COMMUNICATION_ESTABLISHED);

        assertThat(accepted)
                .succeedsWithin(LONG)
                .satisfies(event -> assertThat(event.type()).isEqualTo(CmEventType.ESTABLISHED));
    }

    @Test
    void aPathToNowhereIsRefused() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.routeAsync(new PathRecord()))
                .satisfies(refused -> assertThat(refused.call()).isEqualTo("rdma_set_option"));
    }
}
