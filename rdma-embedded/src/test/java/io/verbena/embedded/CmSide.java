package io.verbena.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A program on one host that connects with made-up queue pair numbers. */
final class CmSide implements AutoCloseable {
    static final int TIMEOUT = 2000;
    static final int EVENT_TIMEOUT = 200_000;
    private static final int SHORT = 50;

    final CmDriver cm;
    final long channel;
    final InetAddress address;
    private final RdmaDriver driver;
    private long cookies;

    CmSide(EmbeddedFabric fabric, String host) {
        driver = fabric.driver(host);
        cm = driver.openCm();
        channel = cm.createChannel();
        address = fabric.node(host).address();
    }

    long id(PortSpace space) {
        return cm.createId(channel, space, ++cookies);
    }

    /** Listens at the host's address on a free port. */
    long listen(PortSpace space) {
        long id = id(space);
        cm.bind(id, new InetSocketAddress(address, 0));
        cm.listen(id, 4);
        return id;
    }

    InetSocketAddress at(long id) {
        assertThat(cm.endpoint(id).local()).isInstanceOf(InetSocketAddress.class);
        return cm.endpoint(id).local() instanceof InetSocketAddress local ? local : new InetSocketAddress(0);
    }

    /** Returns an identifier with a resolved route. */
    long resolved(PortSpace space, InetSocketAddress to) {
        long id = id(space);
        cm.resolveAddress(id, null, to, TIMEOUT);
        next(CmEventType.ADDRESS_RESOLVED);
        cm.resolveRoute(id, TIMEOUT);
        next(CmEventType.ROUTE_RESOLVED);
        return id;
    }

    CmEventRecord next(CmEventType type) {
        CmEventRecord record = cm.awaitEvent(channel, EVENT_TIMEOUT);
        assertThat(record).isNotNull();
        assertThat(record).extracting(CmEventRecord::type).isEqualTo(type);
        return record == null ? nothing() : record;
    }

    private static CmEventRecord nothing() {
        throw new AssertionError("no event came");
    }

    void nothingComes() {
        @Nullable CmEventRecord record = cm.awaitEvent(channel, SHORT);
        assertThat(record).isNull();
    }

    static ConnectionParameters parameters(int queuePair, String data) {
        return ConnectionParameters.DEFAULTS
                .privateData(data.getBytes(US_ASCII))
                .queuePair(queuePair, false);
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }

    /** InfiniBand pads private data with zeros. */
    static String text(CmEventRecord record) {
        return US_ASCII.decode(record.parameters().privateData()).toString().replaceAll("\0+$", "");
    }

    @Override
    public void close() {
        driver.close();
    }
}
