package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.contract.verbs.BufferContract;
import io.verbena.contract.verbs.CompletionErrorContract;
import io.verbena.contract.verbs.ConnectionContract;
import io.verbena.contract.verbs.DatagramContract;
import io.verbena.contract.verbs.ExchangeContract;
import io.verbena.contract.verbs.ExtendedDatagramContract;
import io.verbena.contract.verbs.ExtendedPostContract;
import io.verbena.contract.verbs.ObjectContract;
import io.verbena.contract.verbs.OnDemandContract;
import io.verbena.contract.verbs.OwnershipContract;
import io.verbena.contract.verbs.QueryContract;
import io.verbena.contract.verbs.QueuePairContract;
import io.verbena.contract.verbs.RefusalContract;
import io.verbena.contract.verbs.RegionContract;
import io.verbena.contract.verbs.SharedReceiveContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.contract.verbs.WindowContract;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.FlushPlacement;
import io.verbena.iba.Gid;
import io.verbena.verbs.MemoryRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The verbs of a real kernel: rxe0 and rxe1, by their IPv4 addresses. */
@Tag("rxe")
class VerbsRxeTest {
    private static VerbsBed rxe() {
        return new RxeBed("rxe");
    }

    @Test
    void itWritesAtomicallyAndFlushes() {
        try (VerbsBed bed = rxe()) {
            DeviceExtensions device = bed.open(0).extensions();
            assertThat(device.writesAtomically()).isTrue();
            assertThat(device.flushes().known()).containsExactly(FlushPlacement.GLOBAL, FlushPlacement.PERSISTENT);
        }
    }

    @Test
    void aBufferLiesWhereItIsInItsRegion() {
        try (VerbsBed bed = rxe()) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8192);
            MemoryRegion whole = bed.open(0).protectionDomain().register(buffer, AccessFlag.LOCAL_WRITE);

            assertThat(whole.offset(buffer)).isZero();
            assertThat(whole.offset(buffer.slice(4096, 64).position(3))).isEqualTo(4099);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> whole.offset(ByteBuffer.allocate(8)))
                    .withMessageContaining("allocateDirect");
        }
    }

    @Test
    void aWayLeadsToTheInterfaceThatHasTheAddress() throws IOException {
        try (VerbsBed bed = rxe()) {
            Gid linkLocal = bed.open(1).gid(1, 0).orElseThrow().gid();
            String mac =
                    Files.readString(Path.of("/sys/class/net/veth1/address")).strip();

            EthernetAddress found = bed.open(0).ethernetAddress(AddressVector.to(1, linkLocal, 0));

            assertThat(found).hasToString(mac);
            assertThat(found.vlan()).isEmpty();
        }
    }

    @Test
    void theKernelNumbersItsDevices() {
        try (VerbsBed bed = rxe()) {
            assertThat(bed.open(0).index()).isPresent().isNotEqualTo(bed.open(1).index());
        }
    }

    @Nested
    class Queries extends QueryContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Connections extends ConnectionContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Datagrams extends DatagramContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Exchanges extends ExchangeContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class SharedReceives extends SharedReceiveContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Windows extends WindowContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class CompletionErrors extends CompletionErrorContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Ownership extends OwnershipContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class OnDemand extends OnDemandContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Regions extends RegionContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class QueuePairs extends QueuePairContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class ExtendedDatagrams extends ExtendedDatagramContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class ExtendedPosts extends ExtendedPostContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Objects extends ObjectContract {
        @Override
        protected Set<CompletionField> fields() {
            return EnumSet.range(CompletionField.BYTE_LENGTH, CompletionField.PATH_BITS);
        }

        @Override
        protected String device() {
            return "rxe0";
        }
    }

    @Nested
    class Refusals extends RefusalContract {
        @Override
        protected String device() {
            return "rxe0";
        }
    }
}
