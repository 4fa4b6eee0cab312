import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import '#web/features/cards/cards-pages.css';
import { type Parcel, ParcelList } from '#schema/printing/print.ts';
import { Tracking } from '#web/features/printing/Tracking.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { date } from '#web/lib/format.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import { ParcelIcon } from '#web/ui/icons/order-icons.tsx';

const statusLabels = (): Record<Parcel['status'], StateLabel & { describe: (day: ReactNode) => ReactNode }> => ({
  waiting: { label: t`Waiting to be printed`, tone: 'grey', describe: (day) => <Trans>Paid {day}</Trans> },
  printing: { label: t`Being printed`, tone: 'yellow', describe: (day) => <Trans>Since {day}</Trans> },
  shipped: { label: t`Shipped`, tone: 'green', describe: (day) => <Trans>On {day}</Trans> },
});

export function useParcels() {
  return useQuery('/api/orders/parcels', ParcelList, { keepsPreviousData: true, revalidatesOnMount: true });
}

type AddressForm = ComponentType<{ orderId: number }>;

/** `AddressForm` asks for the address of a paid order again after the account was recovered. */
export function Parcels({ AddressForm }: { AddressForm: AddressForm }) {
  const { data: parcels } = useParcels();
  if (!parcels || parcels.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="parcels-title">
      <h2 id="parcels-title">{t`Card deliveries`}</h2>
      <ul className="plain-list parcels">
        {parcels.map((parcel) => (
          <ParcelLine key={parcel.orderId} parcel={parcel} AddressForm={AddressForm} />
        ))}
      </ul>
    </section>
  );
}

function ParcelLine({
  parcel: { orderId, quantity, status, tracking, at, lacksAddress },
  AddressForm,
}: {
  parcel: Parcel;
  AddressForm: AddressForm;
}) {
  const { label, tone, describe } = statusLabels()[status];
  return (
    <li>
      <ParcelIcon />
      <span>
        {plural(quantity, { one: '# Cache Card', other: '# Cache Cards' })}
        <span className="muted small"> {describe(<time dateTime={at}>{date(at)}</time>)}</span>
      </span>
      <Badge tone={tone}>{label}</Badge>
      {lacksAddress && <AddressForm orderId={orderId} />}
      {tracking && (
        <span className="parcel-tracking small">
          {!tracking.startsWith('https://') && <>{tracking.includes('\n') ? t`Packages` : t`Package`} </>}
          <Tracking tracking={tracking} />
        </span>
      )}
    </li>
  );
}
