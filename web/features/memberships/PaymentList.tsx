import { t } from '@lingui/core/macro';
import { type Payment, PaymentHistory } from '#schema/memberships/membership.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { date, formatDollars } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PaymentList() {
  const { query, paging } = usePayments();
  return (
    <Loaded query={query} subject={t`Your payments`} lines={5}>
      {(pages) => <Payments payments={pages.flatMap((page) => page.payments)} paging={paging} />}
    </Loaded>
  );
}

function Payments({ payments, paging }: { payments: Payment[]; paging: Paging }) {
  if (payments.length === 0) {
    return (
      <EmptyState title={t`No payments yet`}>
        <p>{t`Your payments and receipts will appear here.`}</p>
      </EmptyState>
    );
  }
  return (
    <GrowingList
      className="payments"
      label={t`Payments`}
      count={payments.length}
      paging={paging}
      moreFailed={t`Couldn’t load older payments.`}
    >
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </GrowingList>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { description, amount, fromBalance, paidAt, hasReceipt } = payment;
  const { label, tone } = getPaymentStatus(payment);
  return (
    <li className="payment" tabIndex={-1}>
      <span>{storedText(description)}</span>
      <strong className="payment-amount">{formatDollars((amount + fromBalance) / 100)}</strong>
      <span className="payment-day muted small">
        <time dateTime={paidAt}>{date(paidAt)}</time>
        {fromBalance > 0 && <span>{amount === 0 ? t`From your balance` : t`${formatDollars(fromBalance / 100)} from your balance`}</span>}
        {hasReceipt && <Receipt payment={payment} />}
      </span>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}

function Receipt({ payment: { id, description, paidAt } }: { payment: Payment }) {
  return (
    <SessionFileLink
      className="standalone-link"
      href={receiptPath(id)}
      target="_blank"
      rel="noopener"
      aria-label={t`Receipt for ${storedText(description)}, ${date(paidAt)} (opens in a new tab)`}
    >
      {t`Receipt`}
    </SessionFileLink>
  );
}

function getPaymentStatus({ status, refunded, owed }: Payment): StateLabel {
  if (owed > 0) return { label: t`Refund by other means: ${formatDollars(owed / 100)}`, tone: 'info' };
  switch (status) {
    case 'paid':
      return { label: t`Paid`, tone: 'green' };
    case 'partially_refunded':
      return { label: t`${formatDollars(refunded / 100)} refunded`, tone: 'info' };
    case 'refunded':
      return { label: t`Refunded`, tone: 'grey' };
    case 'disputed':
      return { label: t`In dispute`, tone: 'yellow' };
    case 'charged_back':
      return { label: t`Charged back`, tone: 'grey' };
  }
}

function usePayments() {
  return usePages('/api/payments', PaymentHistory);
}

function receiptPath(paymentId: number): string {
  return `/api/payments/${paymentId}/receipt`;
}
