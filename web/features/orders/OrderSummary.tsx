import { t } from '@lingui/core/macro';
import { storedText } from '#web/lib/words/stored-text.ts';
import '#web/features/orders/payment/payment.css';
import { type ReactNode, useId } from 'react';
import { isCardId } from '#schema/cards/card-id.ts';
import type { PaymentIntentResponse } from '#schema/orders/order.ts';
import { cardPriceCents } from '#schema/rules.ts';
import { replacedCardOf } from '#web/features/orders/replaced-card.ts';
import { dollars, formatDollars, number } from '#web/lib/format.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';

/** Keeps the id of a card in one line. */
function keepCardId(description: string): ReactNode {
  const words = description.split(' ');
  const last = words.pop() ?? '';
  if (!isCardId(last)) return description;
  return (
    <>
      {words.join(' ')} <span className="code">{last}</span>
    </>
  );
}

/** Shows the items of a payment. Amounts are in cents. */
export function OrderSummary({ payment: { orderDetails, order } }: { payment: PaymentIntentResponse }) {
  const titleId = useId();
  const { description, quantity, amount, fromBalance, dueNow } = orderDetails;
  const credit = order?.credit ?? 0;
  const isCardOrder = order?.type === 'cache-cards';
  return (
    <section className="stack gap-3 order-summary" aria-labelledby={titleId}>
      <h2 id={titleId}>{t`Order summary`}</h2>
      <dl>
        <div className="summary-item">
          <dt>{keepCardId(storedText(description))}</dt>
          <dd>{formatDollars((amount + credit) / 100)}</dd>
        </div>
        {isCardOrder && (
          <div className="summary-detail">
            <dt>{t`Quantity`}</dt>
            <dd>{joinItems([number(quantity), t`${dollars(cardPriceCents)} each`])}</dd>
          </div>
        )}
        {credit > 0 && (
          <div className="summary-credit">
            <dt>{t`Credit for your unused Basic time`}</dt>
            <dd>{formatDollars(-credit / 100)}</dd>
          </div>
        )}
        {fromBalance > 0 && (
          <div className="summary-credit">
            <dt>{t`From your balance`}</dt>
            <dd>{formatDollars(-fromBalance / 100)}</dd>
          </div>
        )}
        <div className="summary-total">
          <dt>{fromBalance > 0 ? t`Due now` : t`Total`}</dt>
          <dd>{formatDollars(dueNow / 100)}</dd>
        </div>
      </dl>
      {isCardOrder && replacedCardOf(order) !== null && (
        <p className="summary-note">{t`The card’s old code stops working as soon as you pay. It keeps its number, location and finds.`}</p>
      )}
      {!isCardOrder && (
        <p className="summary-note">
          {dueNow > 0
            ? t`Your card will be charged immediately and your membership will be active for one year.`
            : t`Your membership starts as soon as you pay and will be active for one year.`}
        </p>
      )}
    </section>
  );
}
