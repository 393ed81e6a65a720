/** Carries observations from collectors to aggregators through Apache Kafka. Nothing here is used without it. */
@NullMarked
package io.verbena.monitor.kafka;

import org.jspecify.annotations.NullMarked;
