import '#web/features/account/payments.css';
import { MembershipPanel } from '#web/components/membership/MembershipPanel.tsx';
import { PaymentList } from '#web/features/account/PaymentList.tsx';

/** The membership, and what has been paid. */
export function MembershipTab() {
  return (
    <div className="membership-tab">
      <section className="stack" aria-labelledby="membership-title">
        <h2 id="membership-title">Your membership</h2>
        <MembershipPanel />
      </section>
      <section className="stack" aria-labelledby="payments-title">
        <h2 id="payments-title">Payment history</h2>
        <PaymentList />
      </section>
    </div>
  );
}
