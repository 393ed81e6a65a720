package io.verbena.mlx5;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StridingReceivesTest {
    @Test
    void logarithmsHaveTheirRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StridingReceives(32, 0, false))
                .withMessage("logarithm of the length of a stride 32 is out of range; expected 0 to 31");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StridingReceives(6, -1, false))
                .withMessage("logarithm of the number of strides -1 is out of range; expected 0 to 31");
    }
}
