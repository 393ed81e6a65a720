package io.verbena.shell.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.shell.view.DevinfoView.DeviceReport;
import io.verbena.verbs.Context;
import java.util.List;
import org.junit.jupiter.api.Test;

class DevinfoViewTest {
    @Test
    void theIdOfABoardFollowsTheVersionOfTheHardware() {
        try (Rdma rdma = Rdma.embedded("two-node");
                Context context = rdma.verbs("emb0")) {
            List<String> withId = DevinfoView.devices(List.of(DeviceReport.of(context, "MT_0000000012", 0)), false);
            List<String> without = DevinfoView.devices(List.of(DeviceReport.of(context, "", 0)), false);

            assertThat(withId)
                    .containsSubsequence("\tboard_id:\t\t\tMT_0000000012", "\tphys_port_cnt:\t\t\t1")
                    .element(withId.indexOf("\tboard_id:\t\t\tMT_0000000012") - 1)
                    .asString()
                    .startsWith("\thw_ver:");
            assertThat(without).hasSize(withId.size() - 1).noneMatch(line -> line.contains("board_id"));
        }
    }
}
