package io.verbena.spring.boot.test;

import io.verbena.embedded.EmbeddedFabric;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Removes all faults after a test, because the next test may use the same application. */
final class HealingTestExecutionListener extends AbstractTestExecutionListener {
    HealingTestExecutionListener() {}

    @Override
    public void afterTestMethod(TestContext test) {
        if (TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), AutoConfigureEmbeddedFabric.class)
                && test.hasApplicationContext()) {
            test.getApplicationContext().getBeanProvider(EmbeddedFabric.class).ifAvailable(EmbeddedFabric::heal);
        }
    }

    /** Follows the listeners of Spring, so that it runs before them after a test. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
