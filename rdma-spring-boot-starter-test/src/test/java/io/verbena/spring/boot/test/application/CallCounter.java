package io.verbena.spring.boot.test.application;

import io.verbena.Rdma;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** A customizer that counts requests. */
@Component
class CallCounter implements RdmaCustomizer, MadTracer {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public void customize(Rdma.Builder builder) {
        builder.tracer(this);
    }

    @Override
    public void sent(MadExchange exchange, int attempt) {
        calls.incrementAndGet();
    }
}
