/** Ethernet frames: their headers, checksums and segmentation, and the rules that steer them (ibv_create_flow(3)). */
@NullMarked
package io.verbena.embedded.hca.frame;

import org.jspecify.annotations.NullMarked;
