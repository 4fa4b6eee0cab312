import { useState } from 'react';
import { AdminCardList } from '#schema/admin/cards.ts';
import { CardDetailsDialog } from '#web/features/admin/cards/CardDetailsDialog.tsx';
import { CardStatusDialog } from '#web/features/admin/cards/CardStatusDialog.tsx';
import { cardColumns, cardFilters } from '#web/features/admin/cards/card-columns.tsx';
import { adminCardsPath } from '#web/features/admin/cards/cards-api.ts';
import { EditCardDialog } from '#web/features/admin/cards/EditCardDialog.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useShownInAddress } from '#web/features/admin/use-shown-in-address.ts';

type Change = { kind: 'edit' | 'status'; cardId: string };

/** Every card there is. */
export function CardsTab() {
  const { shown, show } = useShownInAddress('card');
  const [change, setChange] = useState<Change>();

  const stopChanging = () => setChange(undefined);
  return (
    <>
      <AdminList
        name="cards"
        label="Cache Cards"
        path={adminCardsPath}
        schema={AdminCardList}
        columns={cardColumns}
        rowLabel={({ cardId }) => cardId}
        searchLabel="Search cards"
        filters={cardFilters}
        rowActions={[
          { label: 'View Details', onChoose: ({ cardId }) => show(cardId) },
          { label: 'Edit Card', onChoose: ({ cardId }) => setChange({ kind: 'edit', cardId }) },
          { label: 'Change Status', onChoose: ({ cardId }) => setChange({ kind: 'status', cardId }) },
          // A disabled card is found nowhere, so its picture is not either.
          { label: 'View QR Code', href: ({ cardId }) => `/api/qr/${cardId}`, isShown: ({ status }) => status !== 'disabled' },
        ]}
        emptyTitle="No cache cards in the system yet"
        fetchError="Error fetching cards"
      />
      {change?.kind === 'edit' && <EditCardDialog cardId={change.cardId} onClose={stopChanging} />}
      {change?.kind === 'status' && <CardStatusDialog cardId={change.cardId} onClose={stopChanging} />}
      {shown !== null && !change && (
        <CardDetailsDialog cardId={shown} onClose={() => show(null)} onChange={(kind) => setChange({ kind, cardId: shown })} />
      )}
    </>
  );
}
