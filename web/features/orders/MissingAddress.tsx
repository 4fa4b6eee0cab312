import { t } from '@lingui/core/macro';
import { mutate } from 'swr';
import { Order } from '#schema/orders/order.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { page } from '#web/lib/react/page.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

// Loads the form on demand because parcels rarely lack an address.
const DeliveryChoice = page(
  () => import('#web/features/orders/DeliveryChoice.tsx').then((file) => file.DeliveryChoice),
  <Skeleton height="20rem" />,
).Component;

/** Asks for the address of a paid order again after the account was recovered. */
export function MissingAddress({ orderId }: { orderId: number }) {
  const { data: order } = useQuery(`/api/orders/${orderId}`, Order, { revalidatesOnMount: true });
  if (!order) return null;
  return (
    <details className="parcel-tracking">
      <summary>{t`Confirm the delivery address`}</summary>
      <DeliveryChoice order={order} onSaved={() => void mutate('/api/orders/parcels')} />
    </details>
  );
}
