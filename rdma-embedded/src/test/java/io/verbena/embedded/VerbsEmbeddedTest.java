package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.verbs.BufferContract;
import io.verbena.contract.verbs.CompletionErrorContract;
import io.verbena.contract.verbs.ConnectionContract;
import io.verbena.contract.verbs.CyclesContract;
import io.verbena.contract.verbs.DatagramContract;
import io.verbena.contract.verbs.ExchangeContract;
import io.verbena.contract.verbs.ExtendedDatagramContract;
import io.verbena.contract.verbs.ExtendedPostContract;
import io.verbena.contract.verbs.FaultBed;
import io.verbena.contract.verbs.FaultContract;
import io.verbena.contract.verbs.ObjectContract;
import io.verbena.contract.verbs.OnDemandContract;
import io.verbena.contract.verbs.OwnershipContract;
import io.verbena.contract.verbs.QueryContract;
import io.verbena.contract.verbs.QueuePairContract;
import io.verbena.contract.verbs.RegionContract;
import io.verbena.contract.verbs.SharedReceiveContract;
import io.verbena.contract.verbs.TagMatchingContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.contract.verbs.WindowContract;
import io.verbena.hca.CompletionField;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** Verbs on an embedded fabric: two hosts with switches between them. */
class VerbsEmbeddedTest {
    private static final Set<CompletionField> FIELDS =
            Collections.unmodifiableSet(EnumSet.allOf(CompletionField.class));

    @Nested
    class Queries extends QueryContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Connections extends ConnectionContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Datagrams extends DatagramContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Exchanges extends ExchangeContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class SharedReceives extends SharedReceiveContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Windows extends WindowContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class CompletionErrors extends CompletionErrorContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Ownership extends OwnershipContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class OnDemand extends OnDemandContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Regions extends RegionContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class QueuePairs extends QueuePairContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class ExtendedDatagrams extends ExtendedDatagramContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }

        @Override
        protected Set<CompletionField> fields() {
            return FIELDS;
        }
    }

    @Nested
    class ExtendedPosts extends ExtendedPostContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class TagMatching extends TagMatchingContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Faults extends FaultContract {
        @Override
        protected FaultBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class Cycles extends CyclesContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }

        /** There is no kernel that could keep objects. */
        @Override
        protected String kernelObjects() {
            return "";
        }
    }

    @Nested
    class Objects extends ObjectContract {
        @Override
        protected Rdma fabric() {
            return Rdma.embedded("fat-tree:2,2,1");
        }

        @Override
        protected String device() {
            return "emb0";
        }

        @Override
        protected Set<CompletionField> fields() {
            return FIELDS;
        }

        @Override
        protected int ports() {
            return 1;
        }
    }
}
