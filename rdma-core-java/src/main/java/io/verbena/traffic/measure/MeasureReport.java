package io.verbena.traffic.measure;

import java.util.List;

/**
 * The result of a measurement, which both sides have, except for histograms.
 *
 * @param plan the parameters
 * @param device the local device
 * @param bandwidths the bandwidths by size, if bandwidth was measured
 * @param latencies the latencies by size, if latency was measured
 */
public record MeasureReport(
        MeasurePlan plan, String device, List<Bandwidth> bandwidths, List<LatencyResult> latencies) {}
