package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.connection.Access;
import io.verbena.connection.BufferBoundsException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RemoteBuffer;
import io.verbena.contract.verbs.SharedMemory;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transfers from and to memory that the device reaches by its DMA-BUF descriptor. */
public abstract class DmaBufTransferContract extends ConnectedPair {
    private static final int PAGE = 4096;
    private static final int MEMORY = 16 * PAGE;

    /** A part that begins and ends within a page. */
    private static final int OFFSET = PAGE + 520;

    private static final int LENGTH = 10 * PAGE;

    private SharedMemory memory;

    /** New memory of zeros, which both devices can reach. */
    protected abstract SharedMemory memory(ProtectionDomain domain, int bytes);

    @BeforeEach
    void create() {
        memory = memory(client.queuePair().domain(), MEMORY);
    }

    @AfterEach
    void free() {
        memory.close();
    }

    private static byte[] bytes(LocalBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.bytes().get(offset, bytes);
        return bytes;
    }

    @Test
    void aWriteFromTheMemoryArrives() {
        byte[] expected = memory.fill(OFFSET, LENGTH);
        LocalBuffer source = client.registerDmaBuf(memory.descriptor(), OFFSET, LENGTH);
        LocalBuffer target = server.allocate(LENGTH, Access.REMOTE_WRITE);

        assertThat(joined(client.writeAsync(source, 8, LENGTH - 8, advertised(target), 0)))
                .isEqualTo(LENGTH - 8);

        assertThat(bytes(target, 0, LENGTH - 8)).isEqualTo(Arrays.copyOfRange(expected, 8, LENGTH));
    }

    @Test
    void aPeerWritesAndReadsTheAdvertisedPart() {
        LocalBuffer target =
                server.registerDmaBuf(memory.descriptor(), OFFSET, LENGTH, Access.REMOTE_WRITE, Access.REMOTE_READ);
        RemoteBuffer remote = advertised(target);
        LocalBuffer source = filled(client, LENGTH, 3);

        joined(client.writeAsync(source, 0, LENGTH, remote, 0));

        assertThat(remote.length()).isEqualTo(LENGTH);
        assertThat(memory.bytes(OFFSET, LENGTH)).isEqualTo(bytes(source, 0, LENGTH));
        assertThat(memory.bytes(0, OFFSET)).containsOnly(0);
        assertThat(memory.bytes(OFFSET + LENGTH, MEMORY - OFFSET - LENGTH)).containsOnly(0);

        byte[] changed = memory.fill(OFFSET + PAGE, PAGE);
        LocalBuffer read = client.registerDmaBuf(memory.descriptor(), 12 * PAGE, PAGE);
        joined(client.readAsync(read, 0, PAGE, remote, PAGE));

        assertThat(memory.bytes(12 * PAGE, PAGE)).isEqualTo(changed);
    }

    @Test
    void aBufferOfTheGroupServesItsConnections() {
        byte[] expected = memory.fill(0, PAGE);
        LocalBuffer source = server.group().registerDmaBuf(memory.descriptor(), 0, PAGE, Access.REMOTE_READ);
        LocalBuffer read = client.allocate(PAGE);

        joined(client.readAsync(read, 0, PAGE, advertised(source), 0));

        assertThat(bytes(read, 0, PAGE)).isEqualTo(expected);
    }

    @Test
    void messagesOfAnyLengthAreSentFromTheMemory() {
        byte[] expected = memory.fill(OFFSET, LENGTH);
        LocalBuffer source = client.registerDmaBuf(memory.descriptor(), OFFSET, LENGTH, Access.REMOTE_READ);
        MessageOptions options =
                MessageOptions.DEFAULTS.slots(8, 8192).largest(1 << 20).timeout(LONG);
        CompletableFuture<MessageChannel> opening =
                CompletableFuture.supplyAsync(() -> MessageChannel.open(server, options));
        MessageChannel sending = MessageChannel.open(client, options);
        MessageChannel receiving = joined(opening);

        for (int length : new int[] {8, 5000, LENGTH}) {
            CompletableFuture<Void> sent = sending.sendAsync(source, 0, length, LONG);
            ByteBuffer received = receiving.receive(LONG);
            assertThat(received).isEqualTo(ByteBuffer.wrap(expected, 0, length));
            joined(sent);
        }
    }

    @Test
    void theBytesAreThoseOfTheOwnerOnly() {
        LocalBuffer buffer = client.registerDmaBuf(memory.descriptor(), OFFSET, LENGTH);

        assertThat(buffer.length()).isEqualTo(LENGTH);
        assertThatIllegalStateException()
                .isThrownBy(buffer::bytes)
                .withMessageContaining("DMA-BUF " + memory.descriptor())
                .withMessageContaining("use the mapping of its owner");
        assertThatExceptionOfType(BufferBoundsException.class)
                .isThrownBy(() -> client.sendAsync(buffer, LENGTH - 8, 9));
    }

    @Test
    void aPartBeyondTheMemoryIsRefusedAndTheConnectionWorksOn() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.registerDmaBuf(memory.descriptor(), MEMORY - PAGE, PAGE + 1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThat(client.isOpen()).isTrue();
        assertThat(client.registerDmaBuf(memory.descriptor(), MEMORY - PAGE, PAGE)
                        .length())
                .isEqualTo(PAGE);
    }
}
