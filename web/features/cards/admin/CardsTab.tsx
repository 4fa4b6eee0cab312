import { useState } from 'react';
import { type AdminCard, AdminCardList } from '#schema/cards/admin-cards.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import type { BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { type CardChangeKind, CardDetailsDialog } from '#web/features/cards/admin/CardDetailsDialog.tsx';
import { cardColumns, cardFilters } from '#web/features/cards/admin/card-columns.tsx';
import { adminCardsPath } from '#web/features/cards/admin/cards-api.ts';
import { EditCardDialog } from '#web/features/cards/admin/EditCardDialog.tsx';
import { ReplaceCardDialog } from '#web/features/cards/admin/ReplaceCardDialog.tsx';
import { CardStatusDialog } from '#web/features/cards/admin/status/CardStatusDialog.tsx';
import { CardsStatusDialog } from '#web/features/cards/admin/status/CardsStatusDialog.tsx';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';

type Change = { kind: CardChangeKind; cardId: string };

export function CardsTab() {
  const [openCardId, setOpenCardId] = useQueryParameter('card');
  const [change, setChange] = useState<Change>();
  const [bulkSelection, setBulkSelection] = useState<BulkSelection<AdminCard>>();

  const openCard = (cardId: string | null) => setOpenCardId(cardId, { addsHistoryEntry: true });
  const closeChangeDialog = () => setChange(undefined);
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
        onOpen={({ cardId }) => openCard(cardId)}
        rowActions={[
          { label: 'View Details', onChoose: ({ cardId }) => openCard(cardId) },
          { label: 'Edit Card', onChoose: ({ cardId }) => setChange({ kind: 'edit', cardId }) },
          { label: 'Change Status', onChoose: ({ cardId }) => setChange({ kind: 'status', cardId }) },
          { label: 'Replace Card', isShown: ({ isTest }) => !isTest, onChoose: ({ cardId }) => setChange({ kind: 'replace', cardId }) },
          // Disabled cards have no QR code because they cannot be found.
          { label: 'View QR Code', href: ({ cardId }) => `/api/qr/${cardId}`, isShown: ({ status }) => status !== 'disabled' },
        ]}
        bulkActions={[{ label: 'Change status', onChoose: (rows, clearSelection) => setBulkSelection({ rows, clearSelection }) }]}
        selectsAllPages
        emptyTitle="No cache cards in the system yet"
        fetchError="Error fetching cards"
      />
      {change?.kind === 'edit' && <EditCardDialog cardId={change.cardId} onClose={closeChangeDialog} />}
      {change?.kind === 'status' && <CardStatusDialog cardId={change.cardId} onClose={closeChangeDialog} />}
      {change?.kind === 'replace' && <ReplaceCardDialog cardId={change.cardId} onClose={closeChangeDialog} />}
      {bulkSelection && <CardsStatusDialog selection={bulkSelection} onClose={() => setBulkSelection(undefined)} />}
      {openCardId !== null && !change && (
        <CardDetailsDialog
          cardId={openCardId}
          onClose={() => openCard(null)}
          onChange={(kind) => setChange({ kind, cardId: openCardId })}
        />
      )}
    </>
  );
}
