package io.verbena.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** {@code testbed/checks/driver-calls} compares the bytes with those of the functions of libmlx5. */
class RawRequestTest {
    private static final RawRequest.Destination NOWHERE =
            new RawRequest.Destination(false, 0, 0, 0, 0, 0, 0, 0, Gid.ZERO);

    private final ByteBuffer memory = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);

    private static RawRequest begun(ByteBuffer memory) {
        return RawRequest.at(memory).control(7, RawOperation.SEND, 0, 0x123456, 0, 0);
    }

    @Test
    void theControlSegmentKnowsTheLengthOfTheRequest() {
        RawRequest request = begun(memory);
        assertThat(memory.get(7)).isEqualTo((byte) 1);

        request.data(8, 1, 0x1000).data(8, 1, 0x2000);

        assertThat(memory.get(7)).isEqualTo((byte) 3);
        assertThat(request.units()).isEqualTo(3);
        assertThat(request.bytes().remaining()).isEqualTo(48);
        assertThat(memory.position()).isZero();
    }

    @Test
    void aRequestBeginsAtThePositionOfTheBuffer() {
        begun(memory.position(64)).data(1, 2, 3);

        assertThat(memory.get(63)).isZero();
        assertThat(memory.get(67)).isEqualTo((byte) RawOperation.SEND.code());
        assertThat(memory.get(71)).isEqualTo((byte) 2);
    }

    @Test
    void headersFillWholeUnits() {
        assertThat(begun(memory).ethernet(0, 0, new byte[0]).units()).isEqualTo(2);
        assertThat(begun(memory).ethernet(0, 0, new byte[2]).units()).isEqualTo(2);
        assertThat(begun(memory).ethernet(0, 0, new byte[3]).units()).isEqualTo(3);
        assertThat(begun(memory).ethernet(0, 0, new byte[18]).units()).isEqualTo(3);
        assertThat(begun(memory).ethernet(0, 0, new byte[19]).units()).isEqualTo(4);
    }

    @Test
    void theIndexWraps() {
        RawRequest.at(memory).control(0x1ffff, RawOperation.NONE, 0, 0, 0, 0);

        assertThat(memory.order(ByteOrder.BIG_ENDIAN).getInt(0)).isEqualTo(0x00ffff00);
    }

    @Test
    void theControlSegmentIsTheFirstAndTheOnly() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RawRequest.at(memory).datagram(1, 2, NOWHERE))
                .withMessageContaining("call control first");
        assertThatIllegalStateException()
                .isThrownBy(() -> begun(memory).control(1, RawOperation.SEND, 0, 0, 0, 0))
                .withMessageContaining("begin another one");
    }

    @Test
    void aRequestDoesNotLeaveItsBuffer() {
        RawRequest request = begun(memory.limit(32)).data(1, 2, 3);

        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> request.data(4, 5, 6))
                .withMessageContaining("3 units of 16 bytes does not fit into the 32 bytes");
        assertThat(memory.get(7)).isEqualTo((byte) 2);
        assertThat(request.units()).isEqualTo(2);
    }

    @Test
    void aRequestHasAtMostSixtyThreeUnits() {
        RawRequest request = begun(ByteBuffer.allocate(2048)).segment(ByteBuffer.allocate(62 * 16));

        assertThat(request.units()).isEqualTo(63);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request.data(1, 2, 3))
                .withMessageContaining("64 is out of range; expected 1 to 63");
    }

    @Test
    void numbersHaveTheirRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawRequest.at(memory).control(0, RawOperation.SEND, 256, 0, 0, 0))
                .withMessageContaining("modifier 256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawRequest.at(memory).control(0, RawOperation.SEND, 0, 1 << 24, 0, 0))
                .withMessageContaining("queue pair number 16777216");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> begun(memory).ethernet(0, 0x10000, new byte[0]))
                .withMessageContaining("maximum segment size 65536");
    }
}
