import type { ReactNode } from 'react';
import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { useCardDetails } from '#web/features/cards/admin/cards-api.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function LoadedCard({ cardId, children }: { cardId: string; children: (details: AdminCardDetails) => ReactNode }) {
  return (
    <Loaded query={useCardDetails(cardId)} subject="The card" lines={6}>
      {children}
    </Loaded>
  );
}
