package io.verbena.spi.verbs;

import io.verbena.hca.ReregistrationOutcome;

/**
 * The outcome of changing a memory region.
 *
 * @param outcome the state of the region
 * @param errno the error of the call, or 0
 * @param registration the keys and the address, valid if the region was changed or is unchanged
 */
public record Reregistration(ReregistrationOutcome outcome, int errno, Registration registration) {}
