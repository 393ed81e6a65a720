package io.verbena.shell.parity;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ibsim")
class IbidsverifyParityTest {
    @Test
    void findsNoProblemInAHealthySubnet() {
        Parity.of("ibidsverify", "(none)").same("");
        Parity.of("ibidsverify", "-R").same("-R");
        Parity.of("ibidsverify", "-C").same("-C ibsim0");
        Parity.of("ibidsverify", "-P").same("-P 1");
    }
}
