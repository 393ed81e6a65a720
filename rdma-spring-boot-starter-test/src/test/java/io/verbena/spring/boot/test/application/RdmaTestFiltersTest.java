package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.PortState;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;

@RdmaTest(
        includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Uplinks.class),
        excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = CallCounter.class))
class RdmaTestFiltersTest {
    @Autowired
    private ApplicationContext context;

    @Test
    void includesFilteredComponents(@Autowired Uplinks uplinks) {
        assertThat(uplinks.first()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    void excludesFilteredComponents() {
        assertThat(context.getBeanNamesForType(CallCounter.class)).isEmpty();
    }
}
