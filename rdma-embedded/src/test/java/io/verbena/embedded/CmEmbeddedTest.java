package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.CmCyclesContract;
import io.verbena.contract.cm.CmDatagramContract;
import io.verbena.contract.cm.CmOptionsContract;
import io.verbena.contract.cm.CmRouteContract;
import io.verbena.contract.cm.EndpointContract;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.verbs.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The connection manager contract on the embedded fabric, with both sides on one host. */
class CmEmbeddedTest {
    private static CmBed embedded(boolean wide) {
        return on(EmbeddedFabric.open("two-node"), wide);
    }

    private static CmBed on(EmbeddedFabric fabric, boolean wide) {
        try {
            EmbeddedPort port = fabric.node("host0").port(1);
            return new CmBed(
                    Rdma.builder().driver(fabric.driver("host0")).open(),
                    wide ? port.linkLocalAddress() : port.address(),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class ConnectionsByIpv4 extends CmContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class ConnectionsByLinkLocalIpv6 extends CmContract {
        @Override
        protected CmBed bed() {
            return embedded(true);
        }
    }

    @Nested
    class GivenPaths extends CmRouteContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }

        @Override
        protected PathRecord path(CmBed between, CmId from, CmId to) {
            try (Context device = between.rdma().verbs(from.device().orElseThrow())) {
                Gid gid = device.gid(1, 0).orElseThrow().gid();
                Lid lid = device.port(1).lid();
                return new PathRecord()
                        .sgid(gid)
                        .dgid(gid)
                        .slid(lid)
                        .dlid(lid)
                        .pKey(0xffff)
                        .mtu(Mtu.MTU_1024)
                        .packetLifeTime(18);
            }
        }
    }

    @Nested
    class OptionsOfConnections extends CmOptionsContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class EndpointsThatWait extends EndpointContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class Datagrams extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class DatagramsByLinkLocalIpv6 extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return embedded(true);
        }

        @Override
        protected String group() {
            return "ff0e::7:7:7";
        }
    }

    @Nested
    class Cycles extends CmCyclesContract {
        private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");

        @AfterEach
        void closeTheFabric() {
            fabric.close();
        }

        @Override
        protected CmBed bed() {
            return on(fabric, false);
        }

        /** There is no kernel that could keep objects. */
        @Override
        protected String kernelObjects() {
            return "";
        }
    }
}
