package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.verbena.buffer.BufferKeys;
import io.verbena.buffer.RegisteredAllocatorBuilder;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Netty buffers over registered memory, moved by a device. */
@Timeout(60)
public abstract class BufferContract {
    /** Maximum number of bytes of an allocator. */
    protected static final int LIMIT = 1 << 18;

    private static final int BYTES = 3000;

    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private RegisteredByteBufAllocator mine;
    private RegisteredByteBufAllocator theirs;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        mine = allocator(client);
        theirs = allocator(server);
    }

    /** Chooses the memory of an allocator, of {@link #LIMIT} bytes (default: that of the JVM). */
    protected RegisteredAllocatorBuilder memoryOf(RegisteredAllocatorBuilder allocator) {
        return allocator;
    }

    private RegisteredByteBufAllocator allocator(Peer peer) {
        return memoryOf(RegisteredByteBufAllocator.builder(peer.domain)
                        .access(Peer.ALL)
                        .slabBytes(1 << 16)
                        .sizes(64, 1 << 14)
                        .limit(LIMIT))
                .build();
    }

    @AfterEach
    void close() {
        mine.close();
        theirs.close();
        client.close();
        server.close();
        bed.close();
    }

    private static ByteBuf random(ByteBuf buffer, int bytes) {
        byte[] pattern = new byte[bytes];
        new Random(bytes).nextBytes(pattern);
        return buffer.writeBytes(pattern);
    }

    @Test
    void aCompositeIsSentAndReceivedIntoAnother() {
        CompositeByteBuf sent = mine.compositeBuffer()
                .addComponents(true, random(mine.buffer(100), 100), random(mine.buffer(5000), 2900));
        CompositeByteBuf received = theirs.compositeBuffer()
                .addComponents(
                        theirs.buffer(1000).writeZero(1000), theirs.buffer(4000).writeZero(4000));
        ReceiveRequests receive = server.pair.receiveRequests(1);
        theirs.keys().addWritable(receive.receive(7), received);
        server.pair.post(receive);

        SendRequests send = client.pair.sendRequests(1);
        mine.keys().addReadable(send.send(1), sent);
        client.pair.post(send);

        client.next().check();
        received.writerIndex(server.next().check().byteLength());
        assertThat((ByteBuf) received).isEqualTo(sent);
        assertThat(received.readableBytes()).isEqualTo(BYTES);
        sent.release();
        received.release();
    }

    @Test
    void theOtherSideReadsAndWritesASliceByItsKey() {
        ByteBuf target = theirs.buffer(2 * BYTES).writeZero(2 * BYTES);
        ByteBuf part = target.slice(BYTES, BYTES);
        BufferKeys keys = theirs.keys();
        ByteBuf source = random(mine.buffer(BYTES), BYTES);
        ByteBuf back = mine.buffer(BYTES, BYTES);

        SendRequests requests = client.pair.sendRequests(2);
        mine.keys().addReadable(requests.write(1, keys.address(part, 0), keys.remoteKey(part)), source);
        mine.keys().addWritable(requests.read(2, keys.address(part, 0), keys.remoteKey(part)), back);
        client.pair.post(requests);

        client.next(2).forEach(completion -> completion.check());
        assertThat(part).isEqualTo(source);
        assertThat(back.writerIndex(BYTES)).isEqualTo(source);
        assertThat(target.slice(0, BYTES)).isEqualTo(Unpooled.buffer(BYTES).writeZero(BYTES));
    }

    @Test
    void aBufferThatIsPostedDoesNotMoveAndGetsItsMessage() {
        ByteBuf received = theirs.buffer(64);
        ReceiveRequests receive = server.pair.receiveRequests(1);
        theirs.keys().addWritable(receive.receive(1), received);
        server.pair.post(receive);

        assertThatThrownBy(() -> received.capacity(1000)).isInstanceOf(IllegalStateException.class);
        ByteBuf next = theirs.buffer(64).writeZero(64);

        ByteBuf sent = random(mine.buffer(64), 64);
        SendRequests send = client.pair.sendRequests(1);
        mine.keys().addReadable(send.send(1), sent);
        client.pair.post(send);
        client.next().check();
        received.writerIndex(server.next().check().byteLength());

        assertThat(received).isEqualTo(sent);
        assertThat(next).isEqualTo(Unpooled.buffer(64).writeZero(64));
    }

    @Test
    void whatWasReleasedAndTakenAgainIsSentWithoutARegistration() {
        sendEachSize();
        long registrations = mine.usage().registrations();
        sendEachSize();
        assertThat(mine.usage().registrations()).isEqualTo(registrations);
        assertThat(mine.usage().buffers()).isZero();
    }

    private void sendEachSize() {
        for (int i = 1; i <= 40; i++) {
            server.receive(i, 0, Peer.BYTES);
            ByteBuf message = random(mine.buffer(64 * i), 64 * i);
            SendRequests send = client.pair.sendRequests(1);
            mine.keys().addReadable(send.send(i), message);
            client.pair.post(send);
            client.next().check();
            assertThat(server.bytes(0, server.next().check().byteLength())).isEqualTo(bytes(message));
            message.release();
        }
    }

    private static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return bytes;
    }
}
