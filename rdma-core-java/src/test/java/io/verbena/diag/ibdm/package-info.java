@NullMarked
package io.verbena.diag.ibdm;

import org.jspecify.annotations.NullMarked;
