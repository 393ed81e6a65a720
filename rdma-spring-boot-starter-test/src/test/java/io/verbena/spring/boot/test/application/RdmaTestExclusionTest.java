package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.spring.boot.connection.ConnectionsAutoConfiguration;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

@RdmaTest(useDefaultFilters = false, excludeAutoConfiguration = ConnectionsAutoConfiguration.class)
class RdmaTestExclusionTest {

    @Test
    void excludesAutoConfigurationsAndDefaultFilters(@Autowired ApplicationContext context, Rdma rdma) {
        assertThat(rdma.devices()).hasSize(1);
        assertThat(context.getBeanNamesForType(ConnectionsAutoConfiguration.class))
                .isEmpty();
        assertThat(context.getBeanNamesForType(Reverser.class)).isEmpty();
        assertThat(context.getBeanNamesForType(CallCounter.class)).isEmpty();
    }
}
