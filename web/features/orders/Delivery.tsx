import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { Order } from '#schema/orders/order.ts';
import { addressLines } from '#web/features/orders/delivery-form.ts';
import { replacedCardOf } from '#web/features/orders/replaced-card.ts';
import { page } from '#web/lib/react/page.tsx';
import { ParcelIcon, PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

// Loads the form on demand because most payments do not need a delivery address.
const DeliveryChoice = page(
  () => import('#web/features/orders/DeliveryChoice.tsx').then((file) => file.DeliveryChoice),
  <Skeleton height="20rem" />,
).Component;

interface DeliveryProps {
  order: Order;
  isEditing: boolean;
  /** Whether the delivery address can be changed; false once the payment has been submitted. */
  canEdit: boolean;
  onEdit: () => void;
  onSaved: (order: Order) => void;
}

export function Delivery({ order, isEditing, canEdit, onEdit, onSaved }: DeliveryProps) {
  const titleId = useId();
  return (
    <section className="stack pay-step" aria-labelledby={titleId}>
      <h2 id={titleId}>{t`Delivery`}</h2>
      {isEditing ? <DeliveryChoice order={order} onSaved={onSaved} /> : <ChosenDelivery order={order} canEdit={canEdit} onEdit={onEdit} />}
    </section>
  );
}

function ChosenDelivery({ order, canEdit, onEdit }: Pick<DeliveryProps, 'order' | 'canEdit' | 'onEdit'>) {
  const address = order.shippingAddress;
  return (
    <div className="delivery-chosen">
      {order.delivery === 'ship' ? <ParcelIcon /> : <PrinterIcon />}
      {order.delivery === 'ship' && address ? (
        <address>{[...addressLines(address), address.phone].filter(Boolean).join('\n')}</address>
      ) : (
        <p>
          {replacedCardOf(order) === null
            ? t`You’ll print the cards yourself from the PDF you get after paying.`
            : t`You’ll print the card yourself from the PDF you get after paying.`}
        </p>
      )}
      {canEdit && replacedCardOf(order) === null && (
        <button type="button" className="ghost button-small" onClick={onEdit}>
          <Trans>
            Change <span className="visually-hidden">delivery</span>
          </Trans>
        </button>
      )}
    </div>
  );
}
