package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import java.util.EnumSet;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class QueuePairAttributesTest {

    @Test
    void theMaskIsOfWhatIsSet() {
        QueuePairAttributes attributes = new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .partitionKeyIndex(0)
                .port(1)
                .access(EnumSet.of(AccessFlag.REMOTE_WRITE));

        // IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX | IBV_QP_PORT
        assertThat(attributes.mask()).isEqualTo(0x39);
        assertThat(new QueuePairAttributes().mask()).isZero();
    }

    @Test
    void whatIsNotSetIsNotThere() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> new QueuePairAttributes().port(1).state())
                .withMessageContainingAll("state", "PORT");
    }

    @Test
    void aValueThatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QueuePairAttributes().retries(8))
                .withMessage("retries 8 is out of range; expected 0 to 7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QueuePairAttributes().destinationQueuePair(1 << 24))
                .withMessageContaining("16777216");
    }

    @Test
    void everyAttributeThatIsSetHasALine() {
        QueuePairAttributes attributes = new QueuePairAttributes()
                .state(QueuePairState.READY_TO_RECEIVE)
                .access(EnumSet.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ))
                .address(AddressVector.to(1, Lid.of(4)))
                .pathMtu(Mtu.MTU_4096)
                .destinationQueuePair(17);

        assertThat(attributes).hasToString("""
                state:                          RTR
                access:                         REMOTE_WRITE, REMOTE_READ
                address:
                  port:                         1
                  dlid:                         4
                  service_level:                0
                  path_bits:                    0
                  static_rate:                  0
                  dgid:                         0000:0000:0000:0000:0000:0000:0000:0000
                  gid_index:                    0
                  flow_label:                   0
                  hop_limit:                    0
                  traffic_class:                0
                path_mtu:                       4096
                destination_queue_pair:         17
                """);
    }

    @Test
    void theSecondPathIsAListOfItsOwn() {
        Gid gid = Gid.parse("fe80::1:2");
        AlternatePath path = new AlternatePath(AddressVector.to(2, gid, 3), 1, 14);

        assertThat(new QueuePairAttributes().alternatePath(path).queueKey(0x11111111))
                .hasToString("""
                queue_key:                      0x11111111
                alternate_path:
                  address:
                    port:                       2
                    dlid:                       0
                    service_level:              0
                    path_bits:                  0
                    static_rate:                0
                    dgid:                       fe80:0000:0000:0000:0000:0000:0001:0002
                    gid_index:                  3
                    flow_label:                 0
                    hop_limit:                  64
                    traffic_class:              0
                  partition_key_index:          1
                  timeout:                      14
                """);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AlternatePath(path.address(), 0, 32))
                .withMessage("timeout 32 is out of range; expected 0 to 31");
    }
}
