package io.verbena.linux;

import io.verbena.contract.MadTransactorContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class MadTransactorIbsimTest extends MadTransactorContract {
    MadTransactorIbsimTest() {
        super(new Ibsim());
    }

    @Override
    protected int openings() {
        return 50;
    }
}
