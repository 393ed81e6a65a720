package io.verbena.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Long requests with long responses (IBA 13.6.3). */
class RmppDualSidedTest {
    private final Packets fromRequester = new Packets();
    private final Packets fromResponder = new Packets();
    private final RmppSender request =
            new RmppSender(Messages.message(MadMethod.GET_MULTI, 500), Messages.FORMAT, RmppOptions.DEFAULTS);
    private final RmppReceiver requestReceiver = new RmppReceiver(Messages.FORMAT, RmppOptions.DEFAULTS);

    private void carry() {
        for (List<byte[]> packets = fromRequester.take(); !packets.isEmpty(); packets = fromRequester.take()) {
            packets.forEach(packet -> requestReceiver.received(ByteBuffer.wrap(packet), 0, fromResponder));
            fromResponder.take().forEach(packet -> request.received(ByteBuffer.wrap(packet), 0, fromRequester));
        }
    }

    @Test
    void theRequesterTurnsTheDirectionAfterTheLastAcknowledgement() {
        request.start(0, fromRequester);
        carry();
        assertThat(request.isDone()).isTrue();

        request.received(Packets.control(MadMethod.GET_MULTI_RESPONSE, RmppType.ACK, 0, 3, 65), 0, fromRequester);

        RmppData turn = fromRequester.data().get(0);
        assertThat(turn.method()).isEqualTo(MadMethod.GET_MULTI);
        assertThat(turn.segmentNumber()).isZero();
        assertThat(turn.payloadLength()).isEqualTo(1);
    }

    @Test
    void theResponseStartsWithTheWindowOfTheRequester() {
        request.start(0, fromRequester);
        carry();
        requestReceiver.received(Packets.control(MadMethod.GET_MULTI, RmppType.ACK, 0, 0, 3), 0, fromResponder);

        RmppSender answer = new RmppSender(
                Messages.message(MadMethod.GET_MULTI_RESPONSE, 5000), Messages.FORMAT, RmppOptions.DEFAULTS);
        answer.start(requestReceiver.responseWindow(), 0, fromResponder);

        assertThat(fromResponder.data()).extracting(RmppData::segmentNumber).containsExactly(1L, 2L, 3L);
    }
}
