package io.verbena.mlx5.steering;

import java.util.Optional;

/**
 * One of several destinations of packets ({@code struct mlx5dv_dr_action_dest_attr}).
 *
 * @param action the action that delivers the packets
 * @param reformat the action that changes their headers before
 */
public record PacketDestination(SteeringAction action, Optional<SteeringAction> reformat) {
    /** Returns the destination of an action. */
    public static PacketDestination of(SteeringAction action) {
        return new PacketDestination(action, Optional.empty());
    }

    /** Returns a copy with an action that changes the headers before. */
    public PacketDestination reformatted(SteeringAction before) {
        return new PacketDestination(action, Optional.of(before));
    }
}
