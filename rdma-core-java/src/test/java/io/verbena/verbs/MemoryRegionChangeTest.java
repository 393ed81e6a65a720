package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ReregistrationOutcome;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a region after a change with every result of the library, because no test bed has a driver that changes regions. */
class MemoryRegionChangeTest {
    private final StandInDriver driver = new StandInDriver();
    private final Context context = driver.context();
    private final ProtectionDomain domain = context.protectionDomain();
    private final MemoryRegion region = domain.register(ByteBuffer.allocateDirect(64), AccessFlag.LOCAL_WRITE);

    @AfterEach
    void close() {
        context.close();
    }

    private void next(ReregistrationOutcome outcome, int errno) {
        driver.answer("reregisterMemory", given -> StandInDriver.reregistration(outcome, errno));
    }

    @Test
    void itHasTheNextMemoryAndTheNextKeys() {
        next(ReregistrationOutcome.CHANGED, 0);
        ByteBuffer memory = ByteBuffer.allocateDirect(128);

        region.change().memory(memory).apply();

        assertThat(region.length()).isEqualTo(128);
        assertThat(region.address()).isEqualTo(0x9000);
        assertThat(region.remoteKey()).isEqualTo(80);
        assertThat(region.buffer().orElseThrow().capacity()).isEqualTo(128);
    }

    @Test
    void itKeepsItsMemoryWhenItsAccessIsAnother() {
        next(ReregistrationOutcome.CHANGED, 0);

        region.change().access(AccessFlag.REMOTE_READ).apply();

        assertThat(region.length()).isEqualTo(64);
        assertThat(region.address()).isEqualTo(0x1000);
        assertThat(region.localKey()).isEqualTo(70);
    }

    @Test
    void itIsClosedByTheNextDomainAndNoLongerByTheLast() {
        next(ReregistrationOutcome.CHANGED, 0);
        ProtectionDomain other = context.protectionDomain();

        region.change().domain(other).apply();
        domain.close();

        assertThat(region.domain()).isSameAs(other);
        assertThat(region.isClosed()).isFalse();
        other.close();
        assertThat(region.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "NOT_PROTECTED_FROM_FORK"})
    void itIsAsItWasWhereTheLibraryRefuses(ReregistrationOutcome outcome) {
        next(outcome, Errno.EINVAL);

        assertThatExceptionOfType(ReregistrationException.class)
                .isThrownBy(() -> region.change().memory(0x5000, 32).apply())
                .withMessageContainingAll("ibv_rereg_mr", "EINVAL", "the region is as it was")
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(outcome));
        assertThat(region.length()).isEqualTo(64);
        assertThat(new MemoryRange(region, 0, 64).region().isClosed()).isFalse();
    }

    @Test
    void itIsChangedWhereOnlyTheLastMemoryIsStillProtected() {
        next(ReregistrationOutcome.CHANGED_BUT_OLD_MEMORY_PROTECTED, Errno.ENOMEM);

        assertThatExceptionOfType(ReregistrationException.class)
                .isThrownBy(() -> region.change().memory(0x5000, 32).apply())
                .withMessageContaining("the region is changed");
        assertThat(region.length()).isEqualTo(32);
        assertThat(region.buffer()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST", "LOST_AND_NOT_PROTECTED"})
    void itIsRefusedForeverWhereItIsLostButClosed(ReregistrationOutcome outcome) {
        next(outcome, Errno.ENOMEM);
        driver.calls();

        assertThatExceptionOfType(ReregistrationException.class)
                .isThrownBy(() -> region.change().access(AccessFlag.REMOTE_READ).apply())
                .withMessageContainingAll("the region is lost", "register another");
        assertThatExceptionOfType(ReregistrationException.class).isThrownBy(() -> new MemoryRange(region, 0, 1));
        region.close();
        assertThat(driver.calls()).containsExactly("reregisterMemory", "deregisterMemory");
    }

    @Test
    void aChangeOfNothingOrOfWhatMakesNoSenseIsRefused() {
        Context other = new StandInDriver().context();

        assertThatIllegalStateException()
                .isThrownBy(() -> region.change().apply())
                .withMessageContaining("is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> region.change().memory(ByteBuffer.allocate(8)))
                .withMessageContaining("allocateDirect");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> region.change().access(AccessFlag.REMOTE_WRITE))
                .withMessageContaining("LOCAL_WRITE");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> region.change().domain(other.protectionDomain()))
                .withMessageContaining("another open device");
        other.close();
    }
}
