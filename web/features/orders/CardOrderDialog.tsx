import { t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { cardOrderDefaultQuantity, cardPriceCents } from '#schema/rules.ts';
import placeArt from '#web/art/steps/step-place.svg';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { OrderDone } from '#web/features/orders/OrderDone.tsx';
import { OrderSteps } from '#web/features/orders/OrderSteps.tsx';
import { PaidCards } from '#web/features/orders/PaidCards.tsx';
import { getQuantityError, QuantityField } from '#web/features/orders/QuantityField.tsx';
import { dollars, formatDollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Orders cards. A new order continues on the checkout page; an existing unpaid order can be paid in the dialog. */
export function CardOrderDialog({ open, tier, onClose }: { open: boolean; tier: User['role']; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Order Cache Cards`}>
      {tier === 'free' ? (
        <MembershipRequired onClose={onClose} />
      ) : (
        <OrderSteps
          type="cache-cards"
          renderPaid={(order) => (
            <OrderDone title={t`Order Successful!`} art={placeArt} onClose={onClose}>
              <PaidCards order={order} />
            </OrderDone>
          )}
        >
          <CardOrderForm onCancel={onClose} />
        </OrderSteps>
      )}
    </Dialog>
  );
}

function MembershipRequired({ onClose }: { onClose: () => void }) {
  return (
    <div className="stack">
      <Alert tone="warning" title={t`Membership Required: Upgrade to Basic or Premium membership to order Cache Cards`} />
      <Link href={upgradePath('basic')} className="button button-block" onClick={onClose}>{t`See memberships`}</Link>
    </div>
  );
}

function CardOrderForm({ onCancel }: { onCancel: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(String(cardOrderDefaultQuantity));
  const [isSent, setIsSent] = useState(false);
  const inputError = getQuantityError(text);
  // An empty field is not an error until the form has been submitted.
  const error = text === '' && !isSent ? undefined : inputError;
  const total = inputError ? undefined : Number(text) * cardPriceCents;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSent(true);
    if (!inputError) navigate(paths.checkout('cache-cards', text));
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t`Order Cache Cards`}>
      <p className="muted">{t`Cards are ${dollars(cardPriceCents)} each, and every card has its own QR code.`}</p>
      <QuantityField text={text} error={error} onChange={setText} />
      <p className="order-total">
        <span>{t`Total`}</span>
        <output>{total === undefined ? '–' : formatDollars(total / 100)}</output>
      </p>
      <div className="dialog-actions">
        <button type="submit">{t`Continue to Payment`}</button>
        <button type="button" className="secondary" onClick={onCancel}>{t`Cancel`}</button>
      </div>
    </form>
  );
}
