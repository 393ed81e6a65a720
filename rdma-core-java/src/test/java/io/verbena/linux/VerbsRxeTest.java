package io.verbena.linux;

import io.verbena.contract.verbs.BufferContract;
import io.verbena.contract.verbs.CompletionErrorContract;
import io.verbena.contract.verbs.ConnectionContract;
import io.verbena.contract.verbs.DatagramContract;
import io.verbena.contract.verbs.ExchangeContract;
import io.verbena.contract.verbs.ExtendedDatagramContract;
import io.verbena.contract.verbs.ExtendedPostContract;
import io.verbena.contract.verbs.ObjectContract;
import io.verbena.contract.verbs.OwnershipContract;
import io.verbena.contract.verbs.QueryContract;
import io.verbena.contract.verbs.QueuePairContract;
import io.verbena.contract.verbs.RefusalContract;
import io.verbena.contract.verbs.RegionContract;
import io.verbena.contract.verbs.SharedReceiveContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.contract.verbs.WindowContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The verbs of a real kernel: rxe0 and rxe1, by their IPv4 addresses. */
@Tag("rxe")
class VerbsRxeTest {
    private static VerbsBed rxe() {
        return new RxeBed("rxe");
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
    class Buffers extends BufferContract {
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
    class QueuePairs extends QueuePairContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class ExtendedDatagrams extends ExtendedDatagramContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class ExtendedPosts extends ExtendedPostContract {
        @Override
        protected VerbsBed bed() {
            return rxe();
        }
    }

    @Nested
    class Objects extends ObjectContract {
        @Override
        protected String device() {
            return "rxe0";
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
