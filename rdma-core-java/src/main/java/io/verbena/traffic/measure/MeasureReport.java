package io.verbena.traffic.measure;

import java.util.List;

/**
 * What was measured; both sides have the same, but for the histograms.
 *
 * @param plan what the client wanted
 * @param device of this side
 * @param bandwidths one for each size, if it was the bandwidth
 * @param latencies one for each size, if it was the latency
 */
public record MeasureReport(
        MeasurePlan plan, String device, List<Bandwidth> bandwidths, List<LatencyResult> latencies) {}
