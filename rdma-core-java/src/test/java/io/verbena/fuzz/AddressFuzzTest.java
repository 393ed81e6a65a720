package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.path.MalformedAddressException;
import io.verbena.path.Path;

class AddressFuzzTest {
    @FuzzTest
    void anAddressIsReadOrRefusedAndWhatIsReadPrintsAsItself(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        Path path;
        try {
            path = Path.parse(text);
        } catch (MalformedAddressException refused) {
            assertThat(refused).hasMessageContaining(" is not an address: ");
            return;
        }
        assertThat(Path.parse(path.toString())).isEqualTo(path);
    }
}
