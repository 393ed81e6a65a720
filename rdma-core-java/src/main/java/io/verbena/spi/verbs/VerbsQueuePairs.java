package io.verbena.spi.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.iba.Gid;
import java.util.Set;

/** Queue pairs, address handles and multicast. All throw {@link io.verbena.error.SysException}. */
public interface VerbsQueuePairs {

    /** A queue pair. */
    CreatedQueuePair createQueuePair(QueuePairRequest request);

    /** Changes what is set. */
    void modifyQueuePair(long queuePair, QueuePairAttributes attributes);

    /** Reads these attributes. */
    QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes);

    /** Ends it. */
    void destroyQueuePair(long queuePair);

    /** An address handle. */
    long createAddressHandle(long domain, AddressVector address);

    /**
     * The way back to the sender of a datagram.
     *
     * @param completions where the completion lies, see {@link CompletionRecord}
     * @param offset and where there
     * @param header the 40 bytes in front of the payload, direct memory
     */
    AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header);

    /** Ends it. */
    void destroyAddressHandle(long addressHandle);

    /** Lets a queue pair get what is sent to a group; the LID is 0 on Ethernet. */
    void attachMulticast(long queuePair, Gid group, int lid);

    /** Lets it get that no longer. */
    void detachMulticast(long queuePair, Gid group, int lid);
}
