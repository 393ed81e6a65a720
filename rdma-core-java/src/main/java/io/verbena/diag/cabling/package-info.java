/** Which nodes and links a subnet should have, and how what is there differs (the files of {@code ibdiscover.pl}). */
@NullMarked
package io.verbena.diag.cabling;

import org.jspecify.annotations.NullMarked;
