import { useDeferredValue, useState } from 'react';
import * as v from 'valibot';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { type RefundEffects, RefundForm } from '#schema/orders/admin-refunds.ts';
import { fullRefundPercent } from '#schema/rules.ts';
import { formatSigned } from '#web/features/admin/cells.tsx';
import { sendFailure } from '#web/features/admin/send-once.ts';
import { ChangedAlert } from '#web/features/admin/viewers/ChangedAlert.tsx';
import { refundReasonLabels } from '#web/features/orders/admin/order-labels.ts';
import { refundPayment, useRefundEffects } from '#web/features/orders/admin/orders-api.ts';
import { formatDollars, number, plural, tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

function RefundEffectsList({ effects }: { effects: RefundEffects }) {
  const lines = listEffects(effects);
  return (
    <section className="stack gap-2" aria-labelledby="also-affected">
      <h3 id="also-affected">Also affected</h3>
      <ul className="refund-effects">
        {effects.isFullRefund && <li>{fullRefundNote}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>The member gets an email.</li>
      </ul>
    </section>
  );
}

const fullRefundNote = `A refund of ${fullRefundPercent}% or more of a payment counts as a full refund.`;

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const;

function listEffects({
  isFullRefund,
  membership,
  commission,
  treasureKeys,
  cards,
  tokensTaken,
  tokensOwed,
  communityKeys,
}: RefundEffects): string[] {
  const lines = [
    membership &&
      `The ${tierNames[membership.before]} membership ends now, in Stripe too. The member becomes ${tierNames[membership.after]}.`,
    commission &&
      `The ${formatDollars(commission.amount / 100)} commission is reversed${commission.wasPaid ? ' and deducted from the next payout' : ''}.`,
    treasureKeys !== 0 && `Referrer’s Treasure Keys: ${formatSigned(treasureKeys)}.`,
    cards > 0 && `${plural(cards, 'card')} in this order ${cards === 1 ? 'is' : 'are'} disabled.`,
    tokensTaken > 0 && `${tokensLabel(tokensTaken)} they earned ${tokensTaken === 1 ? 'is' : 'are'} taken back.`,
    tokensOwed > 0 && `The balance is too low to take back every token, so the member will owe ${tokensLabel(tokensOwed)}.`,
    communityKeys > 0 && `Member’s Community Keys: −${number(communityKeys)}.`,
  ].filter((line) => typeof line === 'string');
  if (lines.length > 0) return lines;
  return [isFullRefund ? 'Nothing else changes.' : 'A partial refund doesn’t affect the membership, cards, tokens or commissions.'];
}

interface RefundPaymentProps {
  order: AdminOrderPage;
  payment: AdminOrderPage['payments'][number];
  onDone: () => void;
}

const toDollars = (cents: number) => (cents / 100).toFixed(2);

/** Refunds a payment fully or partially, after showing the side effects. */
export function RefundPayment({ order, payment, onDone }: RefundPaymentProps) {
  const [base, setBase] = useState(payment);
  const isOutdated = payment.refunded !== base.refunded || payment.refundable !== base.refundable;
  const latestRefund = order.refunds.find(({ paymentId }) => paymentId === payment.id);
  return (
    <Form
      label="Refund"
      className="stack"
      schema={RefundForm}
      defaults={{ amount: toDollars(payment.refundable), reason: 'requested_by_customer', note: '' }}
      send={async (values) => {
        await refundPayment(order.id, { ...values, paymentId: payment.id, refunded: base.refunded });
        const description = `${formatDollars(values.amount / 100)} is on its way back to the card.`;
        showToast({ tone: 'success', title: 'Refunded', description });
        onDone();
      }}
      failed={(error) =>
        sendFailure(error, 'Couldn’t refund the payment', 'It’s safe to submit this form again: nothing is refunded twice.')
      }
    >
      {(form) => {
        const parsedAmount = v.safeParse(RefundForm.entries.amount, form.watch('amount'));
        const amount = parsedAmount.success && parsedAmount.output <= payment.refundable ? parsedAmount.output : null;
        return (
          <>
            {isOutdated && (
              <ChangedAlert title="This payment has changed" onSeen={() => setBase(payment)}>
                {latestRefund && `${latestRefund.askedBy} requested a refund of ${formatDollars(latestRefund.amount / 100)}. `}
                Please check whether another refund is needed.
              </ChangedAlert>
            )}
            <p>
              {payment.description}: {formatDollars(payment.amount / 100)} paid,{' '}
              {payment.refunded > 0 && `${formatDollars(payment.refunded / 100)} refunded, `}
              {formatDollars(payment.refundable / 100)} can be refunded to the card.
            </p>
            <div className="form-row">
              <FormField label="Amount in dollars" name="amount" inputMode="decimal" autoComplete="off" data-autofocus />
              <FormSelectField label="Reason for Stripe" name="reason">
                {Object.entries(refundReasonLabels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </FormSelectField>
            </div>
            <FormTextArea label="Note" name="note" rows={2} hint="Saved with the order and in the audit log." />
            {amount === null ? (
              <p className="muted">You can refund at most {formatDollars(payment.refundable / 100)}.</p>
            ) : (
              <Effects orderId={order.id} paymentId={payment.id} amount={amount} />
            )}
            <FormActions
              pendingLabel="Refunding…"
              onCancel={onDone}
              cancelLabel="Back"
              className="danger"
              disabled={amount === null || isOutdated}
            >
              {amount === null ? 'Refund' : `Refund ${formatDollars(amount / 100)}`}
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}

function Effects(request: { orderId: number; paymentId: number; amount: number }) {
  const amount = useDeferredValue(request.amount);
  const query = useRefundEffects(request.orderId, request.paymentId, amount);
  return (
    <Loaded query={query} subject="The effects" lines={3}>
      {(effects) => <RefundEffectsList effects={effects} />}
    </Loaded>
  );
}
