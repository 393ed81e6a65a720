package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.error.RdmaException;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.CacheFormatException;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.cache.SubnetJson;
import io.verbena.subnet.chassis.ChassisGrouping;
import io.verbena.subnet.diff.SubnetDiff;

class SubnetFileFuzzTest {
    @FuzzTest
    void aCacheIsReadOrRefusedWithThePlace(byte[] bytes) {
        Subnet subnet;
        try {
            subnet = SubnetCache.read("fuzz.cache", bytes);
        } catch (CacheFormatException refused) {
            assertThat(refused.getMessage()).startsWith("fuzz.cache: at byte ").doesNotContain("\n");
            assertThat(refused.offset()).isBetween(0L, (long) bytes.length);
            return;
        }
        use(subnet);
    }

    @FuzzTest
    void jsonIsReadOrRefusedWithThePlace(byte[] bytes) {
        Subnet subnet;
        try {
            subnet = SubnetJson.read("fuzz.json", bytes);
        } catch (CacheFormatException refused) {
            assertThat(refused.getMessage()).startsWith("fuzz.json: at byte ");
            return;
        }
        use(subnet);
    }

    @FuzzTest
    void aNodeNameMapIsReadOrRefusedWithItsLine(FuzzedDataProvider data) {
        try {
            NodeNameMap.parse(
                    "fuzz.map", data.consumeRemainingAsString().lines().toList());
        } catch (RdmaException refused) {
            assertThat(refused.getMessage()).startsWith("line ").contains(" of the node name map fuzz.map is '");
        }
    }

    private static void use(Subnet subnet) {
        assertThat(subnet.findings()).isNotNull();
        ChassisGrouping.of(subnet)
                .chassis()
                .forEach(chassis -> assertThat(chassis.nodes()).isNotEmpty());
        assertThat(SubnetDiff.of(subnet, subnet).isEmpty()).isTrue();
        assertThat(SubnetJson.toBytes(subnet)).isNotEmpty();
        assertThat(SubnetCache.toBytes(subnet)).isNotEmpty();
    }
}
