package io.verbena.spring.boot.verbs;

import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.ProtectionDomain;
import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the protection domains and completion queues of the configuration. */
final class VerbsRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    VerbsRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        NamedBeans beans = new NamedBeans(environment, registry, "rdmaVerbsBeans");

        String domains = VerbsProperties.DOMAINS;
        Map<String, NamedProtectionDomain> named = beans.entries(domains, NamedProtectionDomain.class);
        String domain = NamedBeans.primary(domains, named, NamedProtectionDomain::primary);
        named.forEach((name, entry) -> beans.register(domains, name, ProtectionDomain.class, "protectionDomain")
                .primaryIf(name.equals(domain))
                .lazyIf(!entry.required()));

        String queues = VerbsProperties.QUEUES;
        Map<String, NamedCompletionQueue> entries = beans.entries(queues, NamedCompletionQueue.class);
        String queue = NamedBeans.primary(queues, entries, NamedCompletionQueue::primary);
        entries.forEach((name, entry) -> beans.register(queues, name, CompletionQueue.class, "completionQueue")
                .primaryIf(name.equals(queue))
                .lazyIf(!entry.required()));
    }
}
