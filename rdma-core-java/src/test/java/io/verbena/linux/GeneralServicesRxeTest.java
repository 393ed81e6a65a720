package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.contract.GeneralServicesContract;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadException;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadRefusal;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Datagrams of the general services on a real kernel: by its umad and its RMPP, and by queue pairs of our own with ours. */
@Tag("rxe")
class GeneralServicesRxeTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(200), 2, 64);

    /** GID 0 is the one by which a request and its answer match. */
    private static Gid gid(Rdma rdma, String device) {
        return rdma.endPort(device, 1).gids().get(0).gid();
    }

    /** Between rxe0, which asks, and rxe1. */
    abstract static class OverRoce extends GeneralServicesContract {
        private final Rdma answering;

        OverRoce(boolean askByVerbs, boolean answerByVerbs) {
            super(new Rxe(askByVerbs));
            answering = new Rxe(answerByVerbs).open(OPTIONS);
        }

        @AfterEach
        void closeTheOtherSide() {
            answering.close();
        }

        @Override
        protected MadTransactor client() {
            return rdma.mad(rdma.endPort("rxe0", 1));
        }

        @Override
        protected MadTransactor server(MadTransactor client) {
            return answering.mad(answering.endPort("rxe1", 1));
        }

        @Override
        protected IbPath path(MadTransactor server) {
            return IbPath.to(gid(answering, "rxe1"));
        }

        /** That the kernel does itself, whose connection manager has the requests. */
        @Override
        @Test
        protected void communicationManagementIsReadWrittenAndSentMessages() {
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(super::communicationManagementIsReadWrittenAndSentMessages)
                    .withMessageContaining("rxe1/1, class 0x07")
                    .withMessageContaining("the kernel or another program takes the requests");
        }
    }

    @Nested
    class ByUmad extends OverRoce {
        ByUmad() {
            super(false, false);
        }
    }

    /** Long requests are ours to send, and the kernel's to put together; long answers the other way round. */
    @Nested
    class ClientsByVerbs extends OverRoce {
        ClientsByVerbs() {
            super(true, false);
        }
    }

    /** Those who ask queue pair 1 are redirected by the kernel's side to the queue pair of the server. */
    abstract static class Redirected extends OverRoce {
        private final Rdma byUmad = new Rxe(false).open(OPTIONS);
        private final MadTransactor wellKnown = byUmad.mad(byUmad.endPort("rxe1", 1));
        private final List<MadServer> redirecting = new ArrayList<>();

        Redirected(boolean askByVerbs) {
            super(askByVerbs, true);
        }

        @AfterEach
        void closeTheRedirection() {
            redirecting.forEach(MadServer::close);
            wellKnown.close();
            byUmad.close();
        }

        @Override
        protected MadServer serve(MadTransactor server, MadService service, MadHandler handler) {
            ClassPortInfo elsewhere = new ClassPortInfo()
                    .redirectGid(gid(byUmad, "rxe1"))
                    .redirectQp(server.queuePair())
                    .redirectQKey(0x80010000L)
                    .redirectPKey(0xffff);
            redirecting.add(wellKnown.serve(service, served -> served.redirect(elsewhere)));
            return super.serve(server, service, handler);
        }

        /** Each call is redirected to the server once already. */
        @Override
        @Test
        protected void aRedirectionIsFollowedOnceAndRemembered() {
            assertThatExceptionOfType(MadException.class)
                    .isThrownBy(super::aRedirectionIsFollowedOnceAndRemembered)
                    .withMessageContaining("to GID fe80::")
                    .withMessageContaining("redirected the request again");
        }
    }

    /** The RMPP of both sides is ours. */
    @Nested
    class ServersByVerbs extends Redirected {
        ServersByVerbs() {
            super(true);
        }
    }

    /** Long requests are the kernel's to send, and ours to put together; long answers the other way round. */
    @Nested
    class ServersByVerbsForTheKernel extends Redirected {
        ServersByVerbsForTheKernel() {
            super(false);
        }
    }

    @Nested
    class Refusals {
        private final Rdma rdma = new Rxe(true).open(OPTIONS);
        private MadTransactor mad;

        @BeforeEach
        void openThePort() {
            mad = rdma.mad(rdma.endPort("rxe0", 1));
        }

        @AfterEach
        void closeThePort() {
            mad.close();
            rdma.close();
        }

        @Test
        void subnetManagementLeavesByUmadOnly() {
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.self()))
                    .withMessageContaining("rxe0/1")
                    .withMessageContaining("queue pair 0");
        }

        @Test
        void thereIsNoWayByLidOnEthernet() {
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> mad.vendorGet(VendorClass.of(0x32, 1), 1, 0, new byte[0], IbPath.to(Lid.of(7))))
                    .withMessageContaining("dlid=7");
        }

        @Test
        void theKernelRefusesForWhomNobodyServes() {
            IbPath other = IbPath.to(gid(rdma, "rxe1"));

            assertThatExceptionOfType(MadStatusException.class)
                    .isThrownBy(() -> mad.vendorGet(VendorClass.of(0x32, 1), 1, 0, new byte[0], other))
                    .satisfies(refused -> assertThat(refused.status()).isEqualTo(MadRefusal.ATTRIBUTE.status()));
            assertThat(mad.isOpen()).isTrue();
        }

        @Test
        void thereIsNoWayToAGidThatNobodyHas() {
            IbPath nobody = IbPath.to(Gid.parse("fe80::dead:beef"));

            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> mad.vendorGet(VendorClass.of(0x32, 1), 1, 0, new byte[0], nobody));
            assertThat(mad.isOpen()).isTrue();
        }

        @Test
        void iwarpHasNoGeneralServices() {
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> rdma.mad(rdma.endPort("siw0", 1)))
                    .withMessageContaining("siw0");
        }
    }
}
