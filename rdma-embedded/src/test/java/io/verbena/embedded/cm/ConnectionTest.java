package io.verbena.embedded.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.Mtu;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The states of IBA 12.9.7, without messages on a wire and without a clock. */
class ConnectionTest {
    private static final Guid OWN = Guid.of(0x1234);
    private static final long LOCAL = 7;
    private static final long REMOTE = 9;
    private static final int LOCAL_QUEUE_PAIR = 11;
    private static final int REMOTE_QUEUE_PAIR = 22;

    private final List<String> effects = new ArrayList<>();
    private Structure last = new ReadyToUse();

    private final Connection.Effects recorder = new Connection.Effects() {
        @Override
        public void send(Structure message) {
            last = message;
            effects.add("send " + message.layout().name());
        }

        @Override
        public void sendUntilAnswered(Structure message) {
            last = message;
            effects.add("repeat " + message.layout().name());
        }

        @Override
        public void answered() {
            effects.add("answered");
        }

        @Override
        public void waitLonger(int serviceTimeout) {
            effects.add("wait " + serviceTimeout);
        }

        @Override
        public void timeWait() {
            effects.add("time wait");
        }

        @Override
        public void report(CmEventType type, int status, ConnectionParameters parameters) {
            effects.add(type + " " + status);
        }

        @Override
        public void over() {
            effects.add("over");
        }
    };

    private static final CmPath WAY =
            new CmPath(1, 1, 2, Gid.ZERO, Gid.ZERO, 0, 0, Mtu.MTU_2048, 3, 18, 0xffff, 0, 0, 0, 0);

    private Connection asking() {
        ConnectionParameters parameters = ConnectionParameters.DEFAULTS.queuePair(LOCAL_QUEUE_PAIR, false);
        ConnectRequest request = new ConnectRequest().localCaGuid(OWN);
        Connection connection =
                new ActiveConnection(recorder, LOCAL, ConnectionTerms.asking(WAY, 1000, parameters), request);
        connection.begin();
        return connection;
    }

    private Connection asked() {
        ConnectRequest request =
                new ConnectRequest().localQpn(REMOTE_QUEUE_PAIR).startingPsn(2000);
        Connection connection =
                new PassiveConnection(recorder, LOCAL, ConnectionTerms.asked(WAY, 1000, request), REMOTE);
        connection.begin();
        return connection;
    }

    private static ConnectReply reply() {
        return new ConnectReply()
                .localCommunicationId(REMOTE)
                .remoteCommunicationId(LOCAL)
                .localQpn(REMOTE_QUEUE_PAIR);
    }

    private Connection accepted() {
        Connection connection = asked();
        assertThat(connection.accept(new ConnectReply().localQpn(LOCAL_QUEUE_PAIR)))
                .isTrue();
        return connection;
    }

    private Connection established() {
        Connection connection = asking();
        connection.received(reply());
        assertThat(connection.establish()).isTrue();
        effects.clear();
        return connection;
    }

    private static DisconnectRequest end() {
        return new DisconnectRequest().remoteQpn(LOCAL_QUEUE_PAIR);
    }

    @Test
    void theActiveSideConfirmsAReply() {
        Connection connection = asking();

        connection.received(reply());
        assertThat(connection.state).isEqualTo(Connection.State.MRA_REP_SENT);
        connection.establish();

        assertThat(connection.state).isEqualTo(Connection.State.ESTABLISHED);
        assertThat(connection.terms.remoteQueuePair).isEqualTo(REMOTE_QUEUE_PAIR);
        assertThat(effects)
                .containsExactly(
                        "repeat ConnectRequest",
                        "answered",
                        "CONNECT_RESPONSE 0",
                        "send MessageReceiptAcknowledgment",
                        "send ReadyToUse");
    }

    @Test
    void thePassiveSideAsksForTimeAndIsConfirmed() {
        Connection connection = accepted();
        connection.received(new ReadyToUse());

        assertThat(connection.state).isEqualTo(Connection.State.ESTABLISHED);
        assertThat(effects)
                .containsExactly(
                        "send MessageReceiptAcknowledgment", "repeat ConnectReply", "answered", "ESTABLISHED 0");
    }

    @Test
    void aDuplicateIsAnsweredAgainButReportedOnce() {
        Connection connection = asked();
        connection.requestedAgain();
        assertThat(effects).containsExactly("send MessageReceiptAcknowledgment", "send MessageReceiptAcknowledgment");
        connection.accept(new ConnectReply());
        effects.clear();

        connection.requestedAgain();
        connection.received(new ReadyToUse());
        connection.received(new ReadyToUse());
        connection.requestedAgain();

        assertThat(effects).containsExactly("send ConnectReply", "answered", "ESTABLISHED 0");
    }

    @Test
    void aDuplicateReplyIsConfirmedAgain() {
        Connection connection = established();

        connection.received(reply());

        assertThat(effects).containsExactly("send ReadyToUse");
    }

    @Test
    void aRequestForMoreTimeIsHonoredOnce() {
        Connection connection = asking();
        MessageReceiptAcknowledgment more = new MessageReceiptAcknowledgment()
                .message(ConnectMessage.REQUEST)
                .serviceTimeout(20);

        connection.received(more);
        connection.received(more);

        assertThat(connection.state).isEqualTo(Connection.State.MRA_REQ_RECEIVED);
        assertThat(effects).containsExactly("repeat ConnectRequest", "wait 20");
    }

    @Test
    void anUnansweredRequestIsWithdrawnByGuid() {
        Connection connection = asking();

        connection.unanswered();

        assertThat(connection.state).isEqualTo(Connection.State.IDLE);
        assertThat(effects)
                .containsExactly(
                        "repeat ConnectRequest",
                        "answered",
                        "over",
                        "send ConnectReject",
                        "UNREACHABLE " + -Errno.ETIMEDOUT);
        ConnectReject refusal = (ConnectReject) last;
        assertThat(refusal.reason()).isEqualTo(RejectReason.TIMEOUT);
        assertThat(refusal.additionalInformationLength()).isEqualTo(8);
        assertThat(refusal.additionalInformation()).startsWith(0, 0, 0, 0, 0, 0, 0x12, 0x34);
    }

    @Test
    void anUnconfirmedReplyIsWithdrawn() {
        Connection connection = accepted();
        effects.clear();

        connection.unanswered();

        assertThat(effects)
                .containsExactly("answered", "over", "send ConnectReject", "UNREACHABLE " + -Errno.ETIMEDOUT);
    }

    @Test
    void theFirstPacketConfirmsAReply() {
        Connection connection = accepted();

        assertThat(connection.packetCame()).isTrue();

        assertThat(connection.state).isEqualTo(Connection.State.ESTABLISHED);
        assertThat(asking().packetCame()).isFalse();
    }

    @Test
    void disconnectionIsRequestedAndAgreed() {
        Connection connection = established();

        assertThat(connection.disconnect()).isTrue();
        connection.received(new DisconnectReply());
        connection.received(new DisconnectReply());
        connection.timeWaitOver();

        assertThat(connection.state).isEqualTo(Connection.State.IDLE);
        assertThat(effects)
                .containsExactly(
                        "repeat DisconnectRequest",
                        "answered",
                        "time wait",
                        "DISCONNECTED 0",
                        "answered",
                        "over",
                        "TIME_WAIT_EXIT 0");
    }

    @Test
    void duplicateDisconnectRequestsAreAnsweredAfterTheProgramAgreed() {
        Connection connection = established();

        connection.received(end());
        connection.received(end());
        assertThat(connection.disconnect()).isTrue();
        connection.received(end());

        assertThat(effects)
                .containsExactly(
                        "answered", "DISCONNECTED 0", "send DisconnectReply", "time wait", "send DisconnectReply");
    }

    @Test
    void crossingDisconnectRequestsAreBothAnswered() {
        Connection connection = established();
        connection.disconnect();
        effects.clear();

        connection.received(end());
        connection.received(new DisconnectReply());

        assertThat(effects).containsExactly("answered", "send DisconnectReply", "time wait", "DISCONNECTED 0");
    }

    @Test
    void anUnansweredDisconnectRequestEndsTheConnection() {
        Connection connection = established();
        connection.disconnect();
        effects.clear();

        connection.unanswered();

        assertThat(connection.state).isEqualTo(Connection.State.TIME_WAIT);
        assertThat(effects).containsExactly("time wait", "DISCONNECTED " + -Errno.ETIMEDOUT);
    }

    @Test
    void aDisconnectRequestForAnotherQueuePairIsIgnored() {
        Connection connection = established();

        connection.received(new DisconnectRequest().remoteQpn(LOCAL_QUEUE_PAIR + 1));

        assertThat(connection.state).isEqualTo(Connection.State.ESTABLISHED);
        assertThat(effects).isEmpty();
    }

    @Test
    void aDisconnectRequestMayPrecedeTheConfirmation() {
        Connection connection = accepted();
        effects.clear();

        connection.received(end());

        assertThat(connection.state).isEqualTo(Connection.State.DREQ_RECEIVED);
        assertThat(effects).containsExactly("answered", "DISCONNECTED 0");
    }

    @Test
    void aRejectionEndsTheConnection() {
        Connection connection = asking();
        effects.clear();

        connection.received(new ConnectReject().reason(RejectReason.INVALID_SERVICE_ID));
        connection.received(reply());

        assertThat(connection.state).isEqualTo(Connection.State.IDLE);
        assertThat(effects).containsExactly("answered", "over", "REJECTED 8");
    }

    @Test
    void anEstablishedConnectionCannotBeRejected() {
        Connection connection = established();

        connection.received(new ConnectReject().reason(RejectReason.CONSUMER_REJECT));

        assertThat(connection.state).isEqualTo(Connection.State.ESTABLISHED);
        assertThat(connection.reject(RejectReason.CONSUMER_REJECT, new byte[0])).isFalse();
    }

    @Test
    void anAbandonedConnectionEndsAsItsStateRequires() {
        asking().abandon();
        assertThat(effects).endsWith("over", "send ConnectReject");
        assertThat(((ConnectReject) last).reason()).isEqualTo(RejectReason.TIMEOUT);

        asked().abandon();
        assertThat(((ConnectReject) last).reason()).isEqualTo(RejectReason.CONSUMER_REJECT);

        accepted().abandon();
        assertThat(((ConnectReject) last).remoteCommunicationId()).isEqualTo(REMOTE);

        established().abandon();
        assertThat(effects).containsExactly("repeat DisconnectRequest");
    }

    @Test
    void callsHaveNoEffectInTheWrongState() {
        Connection connection = asking();
        effects.clear();

        assertThat(connection.accept(new ConnectReply())).isFalse();
        assertThat(connection.establish()).isFalse();
        assertThat(connection.reject(RejectReason.CONSUMER_REJECT, new byte[0])).isFalse();
        assertThat(connection.disconnect()).isFalse();
        connection.received(new ReadyToUse());
        connection.received(end());
        connection.received(new DisconnectReply());

        assertThat(effects).isEmpty();
        assertThat(connection.state).isEqualTo(Connection.State.REQ_SENT);
    }
}
