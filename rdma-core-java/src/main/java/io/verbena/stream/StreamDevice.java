package io.verbena.stream;

import io.verbena.hca.Transport;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;

/**
 * A device that streams use.
 *
 * @param context the open device
 * @param domain the protection domain of all streams
 * @param isIwarp whether messages are sends, since iWARP has no immediate data
 */
record StreamDevice(Context context, ProtectionDomain domain, boolean isIwarp) {
    static StreamDevice of(Context context) {
        try {
            return new StreamDevice(
                    context, context.protectionDomain(), context.properties().transport() == Transport.IWARP);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }
}
