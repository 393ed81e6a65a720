/**
 * Packet steering of ConnectX devices: rules in the format of the device that the kernel keeps (mlx5dv_create_flow(3)), and rules in
 * tables that the application keeps in the memory of the device (mlx5dv_dr_flow(3)). {@link io.verbena.mlx5.steering.Mlx5Steering} is
 * the entry point.
 *
 * <p>All of this package has run on the hollow device only, which records calls and transfers nothing; it has never run on a ConnectX
 * device. The first failure of a call says so.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.mlx5.steering;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
