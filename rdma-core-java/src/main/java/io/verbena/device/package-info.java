/**
 * The devices of this host and their end ports. What they are is read anew whenever it is asked for.
 */
@NullMarked
package io.verbena.device;

import org.jspecify.annotations.NullMarked;
