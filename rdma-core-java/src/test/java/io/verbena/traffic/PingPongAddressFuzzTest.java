package io.verbena.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.exchange.UnknownPeerException;
import java.nio.ByteBuffer;

class PingPongAddressFuzzTest {
    @FuzzTest
    void anAddressIsReadOrRefusedAndWhatIsReadIsWrittenAgain(FuzzedDataProvider data) {
        ByteBuffer bytes = ByteBuffer.wrap(data.consumeRemainingAsBytes());
        PingPongAddress address;
        try {
            address = PingPongAddress.decode(bytes);
        } catch (UnknownPeerException refused) {
            assertThat(refused).hasMessageContaining(" is not of the form LID:QPN:PSN:GID");
            return;
        }
        assertThat(PingPongAddress.decode(address.encode())).isEqualTo(address);
    }
}
