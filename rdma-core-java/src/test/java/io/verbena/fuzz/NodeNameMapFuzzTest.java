package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.error.RdmaException;
import io.verbena.subnet.NodeNameMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class NodeNameMapFuzzTest {
    @FuzzTest
    void aFileIsNamesOrRefusedWithItsName(FuzzedDataProvider data) throws IOException {
        Path file = Files.createTempFile("names", ".map");
        try {
            Files.write(file, data.consumeRemainingAsBytes());
            assertThat(NodeNameMap.read(file)).isNotNull();
        } catch (RdmaException refused) {
            assertThat(refused).hasMessageContaining(file.toString());
        } finally {
            Files.delete(file);
        }
    }
}
