/** The devices of this host and their end ports. Attributes are not cached. */
@NullMarked
package io.verbena.device;

import org.jspecify.annotations.NullMarked;
