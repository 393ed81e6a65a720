package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.verbs.CompletionErrorContract;
import io.verbena.contract.verbs.ConnectionContract;
import io.verbena.contract.verbs.DatagramContract;
import io.verbena.contract.verbs.ExchangeContract;
import io.verbena.contract.verbs.OwnershipContract;
import io.verbena.contract.verbs.QueryContract;
import io.verbena.contract.verbs.RefusalContract;
import io.verbena.contract.verbs.RegionContract;
import io.verbena.contract.verbs.SharedReceiveContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.contract.verbs.WindowContract;
import io.verbena.hca.AddressVector;
import io.verbena.hca.GidTableEntry;
import io.verbena.iba.Gid;
import io.verbena.verbs.Context;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The verbs of a real kernel: rxe0 and rxe1, by their IPv4 addresses. */
@Tag("rxe")
class VerbsRxeTest {
    private static final int IPV6 = 0;
    private static final int IPV4 = 1;

    private static VerbsBed rxe() {
        Rdma rdma = Rdma.open();
        return new VerbsBed() {
            @Override
            public Context open(int side) {
                return rdma.verbs("rxe" + side);
            }

            @Override
            public AddressVector way(Context from, Context to) {
                return AddressVector.to(
                        1, to.gid(1, IPV4).map(GidTableEntry::gid).orElseThrow(), IPV4);
            }

            /** All nodes, by the IPv6 address: nobody has to join that group first. */
            @Override
            public AddressVector wayToGroup() {
                return AddressVector.to(1, Gid.parse("ff02::1"), IPV6);
            }

            @Override
            public void close() {
                rdma.close();
            }
        };
    }

    @Nested
    class Queries extends QueryContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Connections extends ConnectionContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Datagrams extends DatagramContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Exchanges extends ExchangeContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class SharedReceives extends SharedReceiveContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Windows extends WindowContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class CompletionErrors extends CompletionErrorContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Ownership extends OwnershipContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Regions extends RegionContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Refusals extends RefusalContract {
        @Override
        protected String device() {
            return "rxe0";
        }
    }
}
