package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.SaContract;
import io.verbena.mad.MadOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class SaContractIbsimTest extends SaContract {
    @Override
    protected Rdma open(MadOptions options) {
        return Ibsim.open(options);
    }

    @Override
    protected Path net() {
        return Ibsim.net();
    }

    @Override
    protected String device() {
        return "ibsim0";
    }

    @Override
    protected void cut(String node, int port) {
        Ibsim.cut(node, port);
    }

    @Override
    protected void join(String node, int port) {
        Ibsim.join(node, port);
    }
}
