/** What becomes of everything on a device that is removed, and of the device when it is back. */
@NullMarked
package io.verbena.contract.removal;

import org.jspecify.annotations.NullMarked;
