import { t } from '@lingui/core/macro';
import '#web/features/memberships/payments.css';
import { MembershipPanel } from '#web/features/memberships/MembershipPanel.tsx';
import { useMembership } from '#web/features/memberships/membership-api.ts';
import { PaymentList } from '#web/features/memberships/PaymentList.tsx';
import { CardOnFile } from '#web/features/orders/payment/CardOnFile.tsx';

export function MembershipTab() {
  const membership = useMembership();
  // Hide the payment history until the membership is known. Otherwise, the history would move down when the card on file is inserted above
  // it.
  const isKnown = membership.data !== undefined || membership.error !== undefined;
  return (
    <div className="stack gap-6 membership-tab">
      <section className="stack" aria-labelledby="membership-title">
        <h2 id="membership-title">{t`Your membership`}</h2>
        <MembershipPanel />
      </section>
      <CardOnFile />
      <section className="stack" aria-labelledby="payments-title" hidden={!isKnown}>
        <h2 id="payments-title">{t`Payment history`}</h2>
        <PaymentList />
      </section>
    </div>
  );
}
