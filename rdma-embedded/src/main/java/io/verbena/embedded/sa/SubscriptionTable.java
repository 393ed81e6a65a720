package io.verbena.embedded.sa;

import io.verbena.iba.InformInfoRecord;

/** InformInfoRecord, IBA 15.2.5.12. */
final class SubscriptionTable extends RecordTable<Subscriptions.Subscription, InformInfoRecord> {
    private final Subscriptions subscriptions;

    SubscriptionTable(Subscriptions subscriptions) {
        super(InformInfoRecord.LAYOUT);
        this.subscriptions = subscriptions;
    }

    @Override
    void offer(SaRequest request, InformInfoRecord wanted, Rows<Subscriptions.Subscription, InformInfoRecord> rows) {
        subscriptions.all().forEach(each -> rows.offer(each, 0));
    }

    @Override
    boolean write(
            Subscriptions.Subscription subscription,
            int number,
            InformInfoRecord record,
            byte[] bytes,
            boolean trusted) {
        record.subscriberGid(subscription.gid())
                .enumeration(subscription.number())
                .informInfo(subscription.filter());
        return true;
    }
}
