/**
 * Types, states, flags, results and attributes of a host channel adapter as values, in the terms of IBA chapters 10 and 11. Their
 * users are in {@code io.verbena.verbs}.
 */
@NullMarked
package io.verbena.hca;

import org.jspecify.annotations.NullMarked;
