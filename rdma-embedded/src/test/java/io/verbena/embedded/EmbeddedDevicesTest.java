package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.DevicesContract;
import io.verbena.mad.MadOptions;
import java.nio.file.Path;

class EmbeddedDevicesTest extends DevicesContract {
    private final TestFabric fabric = new TestFabric();

    @Override
    protected Rdma open(MadOptions options) {
        return fabric.open(net() + "@host2", options);
    }

    @Override
    protected Path net() {
        return TestFabric.net("two-node");
    }

    @Override
    protected String device() {
        return "emb0";
    }

    @Override
    protected void cut(String node, int port) {
        fabric.fabric().node(node).port(port).down();
    }

    @Override
    protected void join(String node, int port) {
        fabric.fabric().node(node).port(port).up();
    }
}
