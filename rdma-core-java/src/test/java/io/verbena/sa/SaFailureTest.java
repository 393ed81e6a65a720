package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures of the subnet administration have packets and an action beside their message. */
class SaFailureTest {
    private static final List<String> PACKETS = List.of("sent", "received");
    private final RdmaException cause = new NoResponse();

    private static final class NoResponse extends RdmaException {
        NoResponse() {
            super("no response");
        }

        @Override
        public List<String> packets() {
            return PACKETS;
        }
    }

    @Test
    void aMissingSubnetManagerShowsThePacketsOfItsCause() {
        assertThat(new SubnetManagerMissingException("the subnet manager does not respond", cause).packets())
                .isEqualTo(PACKETS);
        assertThat(new SubnetManagerMissingException("there is no subnet manager", null).packets())
                .isEmpty();
    }

    @Test
    void aMissingSubnetManagerNamesWhatToDo() {
        assertThat(new SubnetManagerMissingException("there is no subnet manager", null).action())
                .get()
                .asString()
                .contains("opensm", "rdma.mad.timeout");
    }

    @Test
    void aMissingPathShowsThePacketsOfItsCause() {
        assertThat(new SaPathNotFoundException("there is no path", cause).packets())
                .isEqualTo(PACKETS);
        assertThat(new SaPathNotFoundException("there is no path").packets()).isEmpty();
    }
}
