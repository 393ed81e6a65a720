/**
 * Blocks in the memory of a server, which clients read by RDMA: without a message, and without the processor of the server.
 *
 * <p>A block lies in a slot of fixed length, all numbers in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VBLK"                          |  0
 * |      checksum, CRC32C of what follows to the end of data      |  4
 * |                            epoch                              |  8
 * |                                                               | 12
 * |                          generation                           | 16
 * |                                                               | 20
 * |                            number                             | 24
 * |                            length                             | 28
 * |                 data, so many bytes as length says            | 32
 * </pre>
 *
 * <p>The epoch is that of the server, chosen when it starts and told to each client that connects; the generation counts how
 * often the block was written in this epoch. A reader takes a copy only if all of this fits.
 */
@NullMarked
package io.verbena.samples.blockcache;

import org.jspecify.annotations.NullMarked;
