package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmCyclesContract;
import io.verbena.contract.verbs.CyclesContract;
import io.verbena.contract.verbs.VerbsBed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Devices of Soft-RoCE that are opened and closed 500 times, or as often as {@code -Dverbena.cycles} says. */
@Tag("rxe")
class CyclesRxeTest {
    private static String held() {
        return Command.output("rdma", "resource");
    }

    @Nested
    class ByVerbs extends CyclesContract {
        @Override
        protected VerbsBed bed() {
            return new RxeBed("rxe");
        }

        @Override
        protected String kernelObjects() {
            return held();
        }
    }

    @Nested
    class ByTheConnectionManager extends CmCyclesContract {
        @Override
        protected CmBed bed() {
            try {
                return new CmBed(Rdma.open(), InetAddress.getByName("10.77.0.2"), InetAddress.getByName("192.0.2.1"));
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected String kernelObjects() {
            return held();
        }
    }
}
