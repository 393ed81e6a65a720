package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.buffer.AllocatorUsage;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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
        gauge(registry, name, allocator, RdmaMeter.BUFFERS_REGISTERED, AllocatorUsage::registeredBytes);
        gauge(registry, name, allocator, RdmaMeter.BUFFERS_USED, AllocatorUsage::usedBytes);
        gauge(registry, name, allocator, RdmaMeter.BUFFERS_LIMIT, AllocatorUsage::limitBytes);
        count(registry, name, allocator, RdmaMeter.BUFFERS_WAITS, AllocatorUsage::waits);
        count(registry, name, allocator, RdmaMeter.BUFFERS_REFUSALS, AllocatorUsage::refusals);
        count(registry, name, allocator, RdmaMeter.BUFFERS_REGISTRATIONS, AllocatorUsage::registrations);
    }

    private static void gauge(
            MeterRegistry registry,
            String name,
            RegisteredByteBufAllocator allocator,
            RdmaMeter meter,
            ToDoubleFunction<AllocatorUsage> value) {
        Gauge.builder(meter.getName(), allocator, all -> value.applyAsDouble(all.usage()))
                .description(meter.description())
                .baseUnit(meter.getBaseUnit())
                .tag("allocator", name)
                .register(registry);
    }

    private static void count(
            MeterRegistry registry,
            String name,
            RegisteredByteBufAllocator allocator,
            RdmaMeter meter,
            ToDoubleFunction<AllocatorUsage> value) {
        FunctionCounter.builder(meter.getName(), allocator, all -> value.applyAsDouble(all.usage()))
                .description(meter.description())
                .tag("allocator", name)
                .register(registry);
    }
}
