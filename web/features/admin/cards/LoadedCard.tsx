import type { ReactNode } from 'react';
import type { AdminCardDetails } from '#schema/admin/cards.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { useCardDetails } from '#web/features/admin/cards/cards-api.ts';
import { errorText } from '#web/lib/api.ts';

interface LoadedCardProps {
  cardId: string;
  children: (details: AdminCardDetails) => ReactNode;
}

/** What dialogs on a card begin with: the card as it is now. */
export function LoadedCard({ cardId, children }: LoadedCardProps) {
  const { data, error, mutate, isValidating } = useCardDetails(cardId);
  if (data) return children(data);
  if (error && !isValidating) {
    return <ErrorState title="The card could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />;
  }
  return (
    <div role="status">
      <span className="visually-hidden">Loading the card…</span>
      <Skeleton lines={6} />
    </div>
  );
}
