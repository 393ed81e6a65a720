package io.verbena.spi.verbs;

import io.verbena.hca.ReregistrationOutcome;

/**
 * What became of a region that was to be changed.
 *
 * @param outcome what is left of it
 * @param errno why it failed; 0 if it did not
 * @param registration its keys and its address, which mean something if it is changed or as it was
 */
public record Reregistration(ReregistrationOutcome outcome, int errno, Registration registration) {}
