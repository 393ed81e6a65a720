/**
 * Blocks in the memory of a server, which clients read with RDMA READ, without messages and without its processor.
 *
 * <p>A block lies in a slot of fixed length, all numbers in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VBLK"                          |  0
 * |      checksum, CRC32C from the epoch to the end of the data   |  4
 * |                            epoch                              |  8
 * |                                                               | 12
 * |                          generation                           | 16
 * |                                                               | 20
 * |                            number                             | 24
 * |                            length                             | 28
 * |                 data, length bytes                            | 32
 * </pre>
 *
 * <p>The server chooses a new epoch when it starts and sends it to each client that connects. The generation is the number
 * of writes to the block in this epoch. A reader accepts a copy only if all fields are as expected.
 */
@NullMarked
package io.verbena.samples.blockcache;

import org.jspecify.annotations.NullMarked;
