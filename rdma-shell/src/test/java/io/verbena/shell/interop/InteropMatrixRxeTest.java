package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.interop.InteropMatrix.Program;
import io.verbena.shell.interop.InteropMatrix.Side;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each program that {@code testbed/interop} lists, with the C program as server and as client, without the measurements
 * that take long, of all sizes or limited by time, and without those that block, because the program in C sometimes hangs then.
 */
@Tag("rxe")
@Timeout(300)
class InteropMatrixRxeTest {
    static Stream<Program> programs() {
        return InteropMatrix.programs().stream()
                .filter(program -> !program.name().matches(".* -[aDe]( .*)?"));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void cProgramAsServer(Program program) {
        assertThat(InteropMatrix.problem(program, Side.C, Side.VERBENA)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void cProgramAsClient(Program program) {
        assertThat(InteropMatrix.problem(program, Side.VERBENA, Side.C)).isEmpty();
    }
}
