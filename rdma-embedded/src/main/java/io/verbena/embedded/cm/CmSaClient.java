package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** A client of the subnet administration, which repeats queries until their timeout expires. */
final class CmSaClient {
    private static final int CLASS_VERSION = 2;
    private static final int DATA = SubnetAdministrationMad.LAYOUT.field("data").bit() / Byte.SIZE;
    private static final int DEFAULT_PARTITION = 0xffff;
    private static final long LOWER_HALF = 0xffffffffL;
    private static final int TRIES = 4;
    private static final long LONGEST_TRY_MILLIS = 1000;
    private static final int BUSY = 1;

    private final Timeline timeline;
    private final Map<Long, Query> asked = new HashMap<>();
    private long transactions;

    CmSaClient(Timeline timeline) {
        this.timeline = timeline;
    }

    private final class Query {
        private final CmPort port;
        private final SubnetAdministrationMad mad;
        private final long deadline;
        private final int tryMillis;
        private final Consumer<byte[]> found;
        private final IntConsumer failed;

        Query(CmPort port, SubnetAdministrationMad mad, int timeoutMillis, Consumer<byte[]> found, IntConsumer failed) {
            this.port = port;
            this.mad = mad;
            this.deadline = timeline.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            this.tryMillis = (int) Math.max(1, Math.min(LONGEST_TRY_MILLIS, timeoutMillis / TRIES));
            this.found = found;
            this.failed = failed;
        }

        void send() {
            if (port.managerLid() == 0) {
                failed.accept(Errno.EAGAIN);
                return;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - timeline.nanoTime());
            if (left <= 0) {
                failed.accept(Errno.ETIMEDOUT);
                return;
            }
            long transaction = ++transactions & LOWER_HALF;
            asked.put(transaction, this);
            MadAddress manager = MadAddress.generalService(
                    port.managerLid(), port.managerLevel(), Math.max(0, port.partitionIndex(DEFAULT_PARTITION)));
            byte[] bytes = mad.transactionId(transaction).toBytes();
            port.ask(manager, ByteBuffer.wrap(bytes), (int) Math.min(tryMillis, left));
        }

        void answered(int status, byte[] bytes) {
            int refusal = SubnetAdministrationMad.LAYOUT.wrap(bytes, 0).status();
            if (status != 0) {
                send();
            } else if ((refusal & BUSY) != 0) {
                timeline.after(TimeUnit.MILLISECONDS.toNanos(tryMillis), this::send);
            } else if (refusal != 0) {
                failed.accept(Errno.EINVAL);
            } else {
                found.accept(bytes);
            }
        }
    }

    /**
     * Sends a query.
     *
     * @param components the component mask
     * @param found receives the response
     * @param failed receives the errno: ETIMEDOUT without a response, EINVAL after a refusal, EAGAIN without a
     *     subnet manager
     */
    <T extends Structure> void ask(
            CmPort port,
            MadMethod method,
            T wanted,
            long components,
            int timeoutMillis,
            Consumer<T> found,
            IntConsumer failed) {
        SubnetAdministrationMad mad = new SubnetAdministrationMad()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_ADMINISTRATION)
                .classVersion(CLASS_VERSION)
                .method(method)
                .attributeId(wanted.layout().attributeId())
                .componentMask(components);
        byte[] bytes = mad.toBytes();
        wanted.copyTo(bytes, DATA);
        Query query = new Query(
                port,
                SubnetAdministrationMad.LAYOUT.wrapWritable(bytes, 0),
                timeoutMillis,
                answer -> found.accept(read(wanted, answer)),
                failed);
        query.send();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Structure> T read(T wanted, byte[] answer) {
        return (T) wanted.layout().wrap(answer, DATA);
    }

    void answered(int status, ByteBuffer datagram) {
        byte[] bytes = new byte[SubnetAdministrationMad.LENGTH];
        datagram.get(datagram.position(), bytes);
        long transaction = SubnetAdministrationMad.LAYOUT.wrap(bytes, 0).transactionId() & LOWER_HALF;
        Query query = asked.remove(transaction);
        if (query != null) {
            query.answered(status, bytes);
        }
    }
}
