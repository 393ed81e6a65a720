package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Registers the meters of allocators. An allocator gets its meters after it was created; no allocator is created for
 * its meters, because that would require a device.
 */
final class BufferMeters implements MeterBinder, BeanPostProcessor {
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, RegisteredByteBufAllocator> allocators = new LinkedHashMap<>();
    private final List<MeterRegistry> registries = new ArrayList<>();

    BufferMeters(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        registries.add(registry);
        allocators.forEach((name, allocator) -> bind(registry, name, allocator));
    }

    @Override
    public synchronized Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RegisteredByteBufAllocator allocator) {
            String name = NamedBeanRegistrar.entry(beans, beanName);
            if (allocators.putIfAbsent(name, allocator) == null) {
                registries.forEach(registry -> bind(registry, name, allocator));
            }
        }
        return bean;
    }

    private static void bind(MeterRegistry registry, String name, RegisteredByteBufAllocator allocator) {
        Tags tags = Tags.of("allocator", name);
        RdmaMeter.BUFFERS_REGISTERED.gauge(
                registry, allocator, all -> all.usage().registeredBytes(), tags);
        RdmaMeter.BUFFERS_USED.gauge(registry, allocator, all -> all.usage().usedBytes(), tags);
        RdmaMeter.BUFFERS_LIMIT.gauge(registry, allocator, all -> all.usage().limitBytes(), tags);
        RdmaMeter.BUFFERS_WAITS.count(registry, allocator, all -> all.usage().waits(), tags);
        RdmaMeter.BUFFERS_REFUSALS.count(registry, allocator, all -> all.usage().refusals(), tags);
        RdmaMeter.BUFFERS_REGISTRATIONS.count(
                registry, allocator, all -> all.usage().registrations(), tags);
    }
}
