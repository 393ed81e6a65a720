package io.verbena.spring.boot.endport;

import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.named.NamedBeans;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers an end port, a transactor and a client of the subnet administration for each entry. */
final class EndPortRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    EndPortRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        NamedBeans beans = new NamedBeans(environment, registry, "rdmaEndPortBeans");
        String property = EndPortsProperties.PREFIX;
        beans.entries(property, NamedEndPort.class).forEach((name, entry) -> {
            beans.register(property, name, EndPort.class, "endPort")
                    .onlyByName()
                    .lazyIf(!entry.required());
            beans.register(property, name, name + EndPortBeans.TRANSACTOR, MadTransactor.class, "transactor")
                    .onlyByName()
                    .lazyIf(true);
            beans.register(property, name, name + EndPortBeans.CLIENT, SaClient.class, "client")
                    .onlyByName()
                    .lazyIf(true);
        });
    }
}
