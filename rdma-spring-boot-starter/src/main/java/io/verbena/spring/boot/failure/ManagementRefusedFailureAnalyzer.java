package io.verbena.spring.boot.failure;

import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** A bean for management datagrams is needed, and the system refuses them. */
final class ManagementRefusedFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {
    private static final List<Class<?>> MANAGEMENT = List.of(MadTransactor.class, SaClient.class);

    private final BeanFactory beans;

    ManagementRefusedFailureAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> wanted = cause.getResolvableType() == null
                ? null
                : cause.getResolvableType().resolve();
        if (wanted == null || !MANAGEMENT.contains(wanted)) {
            return null;
        }
        return beans.getBeanProvider(ManagementAccess.class).stream()
                .flatMap(access -> access.refusal().stream())
                .findFirst()
                .map(refusal -> new FailureAnalysis(
                        "There is no " + wanted.getSimpleName() + ": " + refusal.getMessage(),
                        "Give this process the right, or inject ObjectProvider<" + wanted.getSimpleName()
                                + "> to do without.",
                        refusal))
                .orElse(null);
    }

    /** Before Spring Boot's own, which would only say that the bean is missing. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
