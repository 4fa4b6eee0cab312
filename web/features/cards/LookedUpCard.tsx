import type { ReactNode } from 'react';
import { useCardLookup } from '#web/features/cards/api.ts';
import { FoundCard } from '#web/features/cards/FoundCard.tsx';
import { CardNotFound, CardNotLoaded, notFoundMessage } from '#web/features/cards/LandingMessage.tsx';
import { LoadingCard } from '#web/features/cards/LoadingCard.tsx';
import { ApiError, errorText } from '#web/lib/api.ts';

/** A card by its number alone: as visitors see it, and members whose scan was refused. */
export function LookedUpCard({ cardId, children }: { cardId: string; children: ReactNode }) {
  const { data, error, mutate } = useCardLookup(cardId);
  if (data) return <FoundCard card={data.card}>{children}</FoundCard>;
  if (error instanceof ApiError && error.status < 500) return <CardNotFound cardId={cardId} message={errorText(error, notFoundMessage)} />;
  if (error) return <CardNotLoaded message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />;
  return <LoadingCard />;
}
