package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.DmaBufTransferContract;
import io.verbena.contract.verbs.DmaBufContract;
import io.verbena.contract.verbs.SharedMemory;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.verbs.DriverBuffer;
import io.verbena.verbs.ProtectionDomain;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Nested;

/** Memory that an embedded adapter exports, by its DMA-BUF descriptor. */
class DmaBufEmbeddedTest {
    private record Exported(DriverBuffer buffer, int descriptor) implements SharedMemory {
        static Exported of(ProtectionDomain domain, int bytes) {
            DriverBuffer buffer = domain.driverBuffer(bytes);
            return new Exported(buffer, buffer.exportDmaBuf());
        }

        @Override
        public void write(int offset, ByteBuffer from) {
            buffer.write(offset, from);
        }

        @Override
        public void read(int offset, ByteBuffer to) {
            buffer.read(offset, to);
        }

        @Override
        public void close() {
            buffer.close();
        }
    }

    @Nested
    class Verbs extends DmaBufContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }

        @Override
        protected SharedMemory memory(ProtectionDomain domain, int bytes) {
            return Exported.of(domain, bytes);
        }
    }

    @Nested
    class Transfers extends DmaBufTransferContract {
        @Override
        protected CmBed bed() {
            EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
            try {
                return new CmBed(
                        Rdma.builder().driver(fabric.driver("host0")).open(),
                        fabric.node("host0").port(1).address(),
                        InetAddress.getByName("192.0.2.1"));
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected SharedMemory memory(ProtectionDomain domain, int bytes) {
            return Exported.of(domain, bytes);
        }
    }
}
