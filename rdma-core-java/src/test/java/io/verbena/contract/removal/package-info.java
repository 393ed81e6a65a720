/** Tests of the objects on a device that is removed, and of the device after its return. */
@NullMarked
package io.verbena.contract.removal;

import org.jspecify.annotations.NullMarked;
