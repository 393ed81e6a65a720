package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.exchange.UnknownPeerException;
import java.nio.ByteBuffer;

class NoteFuzzTest {
    @FuzzTest
    void aNoteIsReadOrRefusedAndWhatIsReadIsWrittenAgain(FuzzedDataProvider data) {
        int kind = data.consumeInt(0, 12);
        byte[] body = data.consumeBytes(Note.MAX_BODY);
        ByteBuffer bytes = ByteBuffer.allocate(Note.HEADER + body.length)
                .putInt(Note.MAGIC)
                .put((byte) Note.VERSION)
                .put((byte) kind)
                .putShort((short) body.length)
                .put(body)
                .flip();
        Note note;
        try {
            assertThat(Note.bodyLength(bytes)).isEqualTo(body.length);
            note = Note.decode(bytes);
        } catch (UnknownPeerException refused) {
            assertThat(refused).hasMessageMatching("(?s)(received|the peer) .*");
            return;
        }
        assertThat(Note.decode(note.encode()).getClass()).isEqualTo(note.getClass());
        if (!(note instanceof Note.Refusal)) {
            assertThat(Note.decode(note.encode())).isEqualTo(note);
        }
    }

    @FuzzTest
    void aHeaderIsReadOrRefused(FuzzedDataProvider data) {
        ByteBuffer header = ByteBuffer.allocate(Note.HEADER);
        header.put(data.consumeBytes(Note.HEADER)).clear();
        try {
            assertThat(Note.bodyLength(header)).isBetween(0, Note.MAX_BODY);
        } catch (UnknownPeerException refused) {
            assertThat(refused).hasMessageMatching("(?s)(received|the peer) .*");
        }
    }
}
