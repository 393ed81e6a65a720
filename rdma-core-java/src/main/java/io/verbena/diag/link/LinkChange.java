package io.verbena.diag.link;

import org.jspecify.annotations.Nullable;

/**
 * A link that has changed.
 *
 * @param before the previous state; null if the port did not exist
 * @param after the current state; null if the port no longer exists
 */
public record LinkChange(
        @Nullable PortLink before, @Nullable PortLink after) {}
