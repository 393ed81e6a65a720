package io.verbena.spring.boot.test.application;

import static io.verbena.spring.boot.test.assertj.RdmaAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;

@RdmaTest(
        topology = "fat-tree:2,2,1",
        includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Uplinks.class))
class UplinksTest {

    @Test
    void failsWhileTheSwitchDoesNotRespond(@Autowired Uplinks uplinks, EmbeddedFabric fabric) {
        fabric.node("leaf0").silence();

        assertThatThrownBy(uplinks::first).isInstanceOf(MadTimeoutException.class);
    }

    @Test
    void findsAllNodesWithoutOneUplink(EmbeddedFabric fabric, Rdma rdma, MadTransactor mad) {
        fabric.node("leaf0").port(2).down();

        assertThat(rdma.discovery(mad).run())
                .isComplete()
                .hasNodes(6)
                .hasLinks(5)
                .linksAreUp()
                .hasLinkBetween("leaf1", "spine1");
    }
}
