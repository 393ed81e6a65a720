package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import io.verbena.iba.PortState;
import io.verbena.verbs.Context;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the attributes of a device and its ports. */
@Timeout(120)
public abstract class QueryContract {
    private VerbsBed bed;
    private Context context;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        context = bed.open(0);
    }

    @AfterEach
    void close() {
        context.close();
        bed.close();
    }

    @Test
    void aDeviceHasRoomForSomething() {
        DeviceProperties device = context.properties();

        assertThat(device.ports()).isPositive();
        assertThat(device.nodeGuid().bits()).isNotZero();
        assertThat(device.completionVectors()).isPositive();
        assertThat(device.limits().maxQueuePairs()).isPositive();
        assertThat(device.limits().maxCompletionQueueEntries()).isPositive();
        assertThat(device.limits().maxRegionBytes()).isNotZero();
        assertThat(device.toString()).contains("ports:", "limits:\n", "  max_queue_pairs:");
    }

    @Test
    void itsPortIsActive() {
        PortProperties port = context.port(1);

        assertThat(port.number()).isEqualTo(1);
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
        assertThat(port.activeMtu()).isLessThanOrEqualTo(port.maxMtu());
        assertThat(port.maxMessageBytes()).isPositive();
        assertThat(port.gids()).isPositive();
    }

    @Test
    void theTableOfGidsHasWhatTheEntriesSay() {
        List<GidTableEntry> table = context.gids();

        assertThat(table).isNotEmpty();
        assertThat(table)
                .allSatisfy(entry ->
                        assertThat(context.gid(entry.port(), entry.index())).hasValue(entry));
        int last = context.port(1).gids() - 1;
        assertThat(context.gid(1, last).isPresent())
                .isEqualTo(table.stream().anyMatch(entry -> entry.port() == 1 && entry.index() == last));
    }

    @Test
    void aTableOfGidsThatHasMoreThanThereIsRoomForIsRefused() {
        List<GidTableEntry> table = context.gids();

        assertThat(context.gids(table.size())).isEqualTo(table);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> context.gids(table.size() - 1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .withMessageContainingAll("ibv_query_gid_table", context.device());
    }

    @Test
    void everyPartitionKeyIsFoundByItsValue() {
        PortProperties port = context.port(1);
        for (int index = 0; index < port.partitionKeys(); index++) {
            int key = context.partitionKey(1, index);
            if (key != 0) {
                assertThat(context.partitionKey(1, context.partitionKeyIndex(1, key)))
                        .isEqualTo(key);
            }
        }
    }

    @Test
    void aPortThatIsNotThereIsRefused() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> context.port(99))
                .withMessageContainingAll("ibv_query_port", context.device());
    }
}
