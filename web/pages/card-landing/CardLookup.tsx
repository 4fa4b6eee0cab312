import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useCardLookup } from '#web/features/cards/api.ts';
import { ApiError, errorText, isClosedToViewers } from '#web/lib/api-error.ts';
import { FoundCard } from '#web/pages/card-landing/FoundCard.tsx';
import { CardNotFound, CardNotLoaded, CardNotShown, notFoundMessage, SignInToSee } from '#web/pages/card-landing/LandingMessage.tsx';
import { LoadingCard } from '#web/pages/card-landing/LoadingCard.tsx';

/** Looks up the card without scanning it, for visitors and for members whose scan was rejected. */
export function CardLookup({ cardId, code, children }: { cardId: string; code: string | undefined; children: ReactNode }) {
  const { data, error, mutate } = useCardLookup(cardId, code);
  if (data) return <FoundCard card={data.card}>{children}</FoundCard>;
  if (isClosedToViewers(error)) return <CardNotShown />;
  if (error instanceof ApiError && error.body?.code === 'sign_in_to_look_up')
    return <SignInToSee cardId={cardId} message={error.body.message} />;
  if (error instanceof ApiError && error.status < 500)
    return <CardNotFound cardId={cardId} message={errorText(error, notFoundMessage())} />;
  if (error) return <CardNotLoaded message={errorText(error, t`Please try again.`)} onRetry={() => mutate()} />;
  return <LoadingCard />;
}
