package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;

import io.verbena.connection.Access;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.contract.cm.CmBed;
import io.verbena.hca.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A client and a server that are connected, for the contracts of what they exchange. */
@Timeout(120)
public abstract class ConnectedPair {
    Both both;
    RdmaConnection client;
    RdmaConnection server;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed());
        client = both.client;
        server = both.accepted;
    }

    @AfterEach
    void close() {
        both.close();
    }

    boolean isIwarp() {
        return client.group().context().properties().transport() == Transport.IWARP;
    }

    /** A buffer of the server, as the client knows it. */
    RemoteBuffer advertised(LocalBuffer buffer) {
        server.advertise(buffer);
        return client.awaitAdvertisement(LONG);
    }

    static LocalBuffer filled(RdmaConnection connection, int length, int seed, Access... access) {
        LocalBuffer buffer = connection.allocate(length, access);
        for (int i = 0; i < length; i++) {
            buffer.bytes().put(i, (byte) (i * 31 + seed));
        }
        return buffer;
    }
}
