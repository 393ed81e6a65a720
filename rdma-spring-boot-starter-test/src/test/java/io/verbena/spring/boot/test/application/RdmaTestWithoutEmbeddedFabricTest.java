package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.device.EndPort;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The configuration also selects an embedded fabric, because not every host has devices. */
@RdmaTest(
        embedded = false,
        topology = "fat-tree:1,2,1",
        properties = {"rdma.fabric.type=embedded", "rdma.fabric.topology=two-node@host1", "rdma.end-port=emb0/1"})
class RdmaTestWithoutEmbeddedFabricTest {

    @Test
    void usesFabricAndEndPortOfTheConfiguration(@Autowired RdmaFabricDetails details, EndPort endPort) {
        assertThat(details.fabric()).isEqualTo("embedded:two-node@host1");
        assertThat(details.endPort()).contains("emb0/1");
        assertThat(endPort).hasToString("emb0/1");
    }
}
