import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { OrderRefund } from '#schema/orders/admin-refunds.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { refundReasonLabels, refundStates } from '#web/features/orders/admin/order-labels.ts';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function OrderPayments({ order, onRefund }: { order: AdminOrderPage; onRefund: (paymentId: number) => void }) {
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <section>
      <h3>Payments</h3>
      <ul className="plain-list stack">
        {order.payments.map((payment) => (
          <li key={payment.id} className="stack gap-1">
            <div className="spread">
              <span>
                {order.payments.length > 1 && `${payment.description}: `}
                {formatDollars(payment.amount / 100)} on {dateTime(payment.paidAt)}
                {payment.fromBalance > 0 && `, plus ${formatDollars(payment.fromBalance / 100)} from the balance`}
                {payment.refunded > 0 && `, ${formatDollars(payment.refunded / 100)} refunded`}
                {payment.owed > 0 && `, ${formatDollars(payment.owed / 100)} to return outside Stripe (refund failed)`}
                {payment.status === 'disputed' && ', in dispute'}
                {payment.status === 'charged_back' && ', lost in a dispute'}
              </span>
              {isSuperAdmin && payment.refundable > 0 && (
                <button type="button" className="secondary button-small" onClick={() => onRefund(payment.id)}>
                  Refund…
                </button>
              )}
            </div>
            {isSuperAdmin && payment.whyNotRefundable && <span className="muted small">{payment.whyNotRefundable}</span>}
          </li>
        ))}
        {order.refunds.map((refund) => (
          <RefundLine key={`refund ${refund.id}`} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function RefundLine({ refund }: { refund: OrderRefund }) {
  const { label, tone } = refundStates[refund.state];
  return (
    <li className="stack gap-1 print-line">
      <span>
        <Badge tone={tone}>{label}</Badge> Refund of {formatDollars(refund.amount / 100)}, requested by {refund.askedBy}
        <span className="muted small"> {dateTime(refund.askedAt)}</span>
      </span>
      <span className="small">
        {refundReasonLabels[refund.reason]}: {refund.note}
      </span>
      {refund.error && <span className="field-error">{refund.error}</span>}
    </li>
  );
}
