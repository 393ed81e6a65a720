/** Tests of the entries of queues of ConnectX devices. */
@NullMarked
package io.verbena.mlx5;

import org.jspecify.annotations.NullMarked;
