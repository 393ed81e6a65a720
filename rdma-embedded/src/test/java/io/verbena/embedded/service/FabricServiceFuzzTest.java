package io.verbena.embedded.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;

/** Arbitrary control messages and packets of one client: the service and its other clients continue to work. */
class FabricServiceFuzzTest {
    private static final int MAX_MESSAGES = 200;
    private static final int LONG = 400;

    @FuzzTest
    void garbageHarmsNobodyElse(FuzzedDataProvider data) throws IOException {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
                FabricService service = FabricService.builder(fabric)
                        .limits(ServiceLimits.DEFAULTS.withRequestTimeout(Duration.ofMillis(50)))
                        .open();
                RawClient good = new RawClient(service);
                RawClient bad = new RawClient(service)) {
            assertThat(good.attach("host1", false)).isTrue();
            assertThat(bad.attach("host0", data.consumeBoolean())).isTrue();
            for (int i = 0; i < MAX_MESSAGES && data.remainingBytes() > 0; i++) {
                message(data, good, bad);
            }

            assertThat(good.read(NodeInfo.LAYOUT, 0).nodeGuid())
                    .isEqualTo(fabric.node("host1").guid());
            try (RawClient later = new RawClient(service)) {
                assertThat(later.attach("host1", false)).isTrue();
                assertThat(later.read(NodeInfo.LAYOUT, 0).localPortNum()).isEqualTo(1);
            }
        }
    }

    private static void message(FuzzedDataProvider data, RawClient good, RawClient bad) throws IOException {
        switch (data.consumeInt(0, 4)) {
            case 0 -> bad.sendControl(data.consumeBytes(LONG));
            case 1 -> {
                // A valid header, with the number of either client or none.
                byte[] control = new byte[80];
                ByteBuffer.wrap(control)
                        .order(ByteOrder.nativeOrder())
                        .putInt(0xdeadbeef)
                        .putInt(data.pickValue(new Integer[] {good.number(), bad.number(), data.consumeInt()}))
                        .putInt(data.consumeInt(-1, 12))
                        .putInt(data.consumeInt())
                        .put(data.consumeBytes(64));
                bad.sendControl(control);
            }
            case 2 -> bad.sendPacket(data.consumeBytes(LONG));
            case 3 -> {
                bad.sendPacket(Arrays.copyOf(data.consumeBytes(288), 288));
            }
            default -> {
                byte[] mad = new byte[256];
                byte[] start = data.consumeBytes(128);
                System.arraycopy(start, 0, mad, 0, start.length);
                mad[0] = 1;
                mad[1] = data.pickValue(new Byte[] {0x01, (byte) 0x81, 0x03, 0x04, 0x07, 0x32, 0x21});
                bad.sendPacket(RawClient.packet(data.consumeInt(0, 0xffff), data.consumeInt(0, 3), mad));
            }
        }
    }
}
