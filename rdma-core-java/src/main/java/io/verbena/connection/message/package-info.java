/**
 * Messages of any length, requests and streams over a connection. What is received lies in memory that is limited by what
 * each side says it takes; nothing is kept beyond that, whatever the other side does.
 *
 * <p>A message on the wire has a header of 40 bytes, in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBM"                          |  0
 * |  version, 1   |     kind      |           credits             |  4
 * |                            length                             |  8
 * |                              id                               | 16
 * |                            address                            | 24
 * |              key              |           reserved            | 32
 * </pre>
 *
 * <p>Kind 0 is a short message, which follows; 1 a long one, that lies where address and key say, and is read there; 2 says
 * that there are no more; 3 that the long message with this ID was read; 4 tells credits alone, which each of them has: how
 * many more of the kinds 0 to 2 the sender takes. At the beginning each side announces its slots and how long a short
 * message may be, then how many long messages it reads at once and how long they may be ({@link
 * io.verbena.connection.RdmaConnection#announceReceives}).
 *
 * <p>A request begins with 16 bytes more, and so does its answer:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBQ"                          |  0
 * |  version, 1   |     kind      |           reserved            |  4
 * |                 number of the request                         |  8
 * </pre>
 *
 * <p>Kind 0 is a request, 1 the response to the request with this number, 2 a failure, whose text follows.
 */
@NullMarked
package io.verbena.connection.message;

import org.jspecify.annotations.NullMarked;
