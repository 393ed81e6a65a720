/**
 * Tests of the RDMA CM between two hosts: single exchanges, connections, datagrams, multicast groups and the times of the
 * steps of a connection. They use the protocols of rdma_client(1), rdma_xclient(1), ucmatose(1), udaddy(1), mckey(1) and
 * cmtime(1), and the peer may be the C program.
 */
@NullMarked
package io.verbena.traffic.cm;

import org.jspecify.annotations.NullMarked;
