package io.verbena.spring.boot.test;

import io.verbena.embedded.EmbeddedFabric;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Ends the faults that a test has set, so that the next one, which may have the same application, begins without. */
final class HealingTestExecutionListener extends AbstractTestExecutionListener {
    HealingTestExecutionListener() {}

    @Override
    public void afterTestMethod(TestContext test) {
        if (TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), AutoConfigureEmbeddedFabric.class)
                && test.hasApplicationContext()) {
            test.getApplicationContext().getBeanProvider(EmbeddedFabric.class).ifAvailable(EmbeddedFabric::heal);
        }
    }

    /** After those of Spring, whose after-methods come before. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
