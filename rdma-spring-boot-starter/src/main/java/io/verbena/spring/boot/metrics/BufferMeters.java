package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.buffer.AllocatorUsage;
import io.verbena.buffer.RegisteredByteBufAllocator;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** How much registered memory the allocators of the application have, by the names of their beans. */
final class BufferMeters implements MeterBinder {
    private final Map<String, RegisteredByteBufAllocator> allocators;

    BufferMeters(Map<String, RegisteredByteBufAllocator> allocators) {
        this.allocators = allocators;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        allocators.forEach((name, allocator) -> {
            bytes(registry, name, allocator, "registered", AllocatorUsage::registeredBytes);
            bytes(registry, name, allocator, "used", AllocatorUsage::usedBytes);
            bytes(registry, name, allocator, "limit", AllocatorUsage::limitBytes);
            count(registry, name, allocator, "waits", AllocatorUsage::waits);
            count(registry, name, allocator, "refusals", AllocatorUsage::refusals);
            count(registry, name, allocator, "registrations", AllocatorUsage::registrations);
        });
    }

    private static void bytes(
            MeterRegistry registry,
            String name,
            RegisteredByteBufAllocator allocator,
            String what,
            ToDoubleFunction<AllocatorUsage> value) {
        Gauge.builder("rdma.buffers." + what, allocator, all -> value.applyAsDouble(all.usage()))
                .baseUnit("bytes")
                .tag("allocator", name)
                .register(registry);
    }

    private static void count(
            MeterRegistry registry,
            String name,
            RegisteredByteBufAllocator allocator,
            String what,
            ToDoubleFunction<AllocatorUsage> value) {
        FunctionCounter.builder("rdma.buffers." + what, allocator, all -> value.applyAsDouble(all.usage()))
                .tag("allocator", name)
                .register(registry);
    }
}
