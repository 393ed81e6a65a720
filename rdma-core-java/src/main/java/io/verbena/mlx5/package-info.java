/**
 * Adapters of the ConnectX and BlueField families (mlx5): their attributes, dynamic connections, memory keys, packet pacing,
 * encryption, scheduling, commands of the firmware (DevX), the memory and the entries of queues, and devices of VFIO (mlx5dv(7)). {@link
 * io.verbena.mlx5.Mlx5Device} is the entry point.
 *
 * <p>All of this package has run on the hollow device only, which records calls and transfers nothing; it has never run on a ConnectX
 * device. The first failure of a call says so.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.mlx5;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
