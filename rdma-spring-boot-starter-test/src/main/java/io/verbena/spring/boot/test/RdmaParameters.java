package io.verbena.spring.boot.test;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import java.lang.reflect.Constructor;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Resolves parameters of test methods as RDMA beans. Constructors and parameters with Spring annotations are left to
 * Spring.
 */
final class RdmaParameters implements ParameterResolver {
    private static final Set<Class<?>> BEANS =
            Set.of(EmbeddedFabric.class, Rdma.class, EndPort.class, MadTransactor.class, SaClient.class);

    RdmaParameters() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return BEANS.contains(parameter.getParameter().getType())
                && !(parameter.getDeclaringExecutable() instanceof Constructor)
                && !parameter.isAnnotated(Autowired.class)
                && !parameter.isAnnotated(Qualifier.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return SpringExtension.getApplicationContext(context)
                .getBean(parameter.getParameter().getType());
    }
}
