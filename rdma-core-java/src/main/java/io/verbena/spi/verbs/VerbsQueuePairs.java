package io.verbena.spi.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.RateLimit;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import java.util.Set;

/** Queue pairs, address handles and multicast. All throw {@link io.verbena.error.SysException}. */
public interface VerbsQueuePairs {

    /** A queue pair. */
    CreatedQueuePair createQueuePair(QueuePairRequest request);

    /** The receiving end of an XRC domain that another process made. */
    CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie);

    /** Changes what is set. */
    void modifyQueuePair(long queuePair, QueuePairAttributes attributes);

    /** Reads these attributes. */
    QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes);

    /** The options of enhanced connection establishment that it has. */
    EnhancedConnection queryEnhancedConnection(long queuePair);

    /** Asks for options; those it got. */
    EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted);

    /** Limits how fast it sends. */
    void limitRate(long queuePair, RateLimit limit);

    /** Whether the data of an operation are written in their order. */
    boolean isDataInOrder(long queuePair, WorkRequestOpcode operation);

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

    /** Where packets of a way go on an Ethernet link. */
    EthernetAddress resolveEthernet(AddressVector way);

    /** Ends it. */
    void destroyAddressHandle(long addressHandle);

    /** Lets a queue pair get what is sent to a group; the LID is 0 on Ethernet. */
    void attachMulticast(long queuePair, Gid group, int lid);

    /** Lets it get that no longer. */
    void detachMulticast(long queuePair, Gid group, int lid);
}
