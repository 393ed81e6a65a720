package io.verbena.mlx5;

/**
 * The ports of a bond by which a queue pair sends (mlx5dv_query_qp_lag_port(3)).
 *
 * @param assigned the port that it was assigned to
 * @param active the port that it uses, which differs if the link of the assigned one is down
 */
public record BondPorts(int assigned, int active) {}
