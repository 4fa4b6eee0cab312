import { useState } from 'react';
import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { NotSaved } from '#web/features/cards/admin/NotSaved.tsx';

type Card = AdminCardDetails['card'];

/**
 * Keeps the typed values after a concurrent update until the administrator loads the current card. `toFormValues` then fills the form from
 * that card.
 */
export function useLatestCard<Typed>(initialCard: Card, toFormValues: (card: Card) => Typed) {
  const { base: card, setBase } = useVersioned(initialCard);
  const [hidesFailure, setHidesFailure] = useState(false);

  function failed(error: unknown, { reset }: { reset: (typed: Typed) => void }) {
    const begin = (latest: Card) => {
      setBase(latest);
      reset(toFormValues(latest));
      setHidesFailure(true);
    };
    setHidesFailure(false);
    const text = <NotSaved error={error} cardId={card.cardId} onLatest={(latest) => begin(latest.card)} />;
    return { title: 'The card was not changed', text };
  }

  return { card, form: { defaults: toFormValues(card), failed, hidesFailure } };
}
