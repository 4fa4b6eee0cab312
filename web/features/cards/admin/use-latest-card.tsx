import { useState } from 'react';
import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { isConflict, useVersioned } from '#web/features/admin/use-versioned.ts';
import { useCardDetails } from '#web/features/cards/admin/cards-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

type Card = AdminCardDetails['card'];

/**
 * Keeps the typed values after a concurrent update until the administrator loads the current card. `toFormValues` then fills the form from
 * that card.
 */
export function useLatestCard<Typed>(initialCard: Card, toFormValues: (card: Card) => Typed) {
  const { base: card, setBase } = useVersioned(initialCard);
  const [hidesFailure, setHidesFailure] = useState(false);

  function handleFailure(error: unknown, { reset }: { reset: (typed: Typed) => void }) {
    const applyLatest = (latest: Card) => {
      setBase(latest);
      reset(toFormValues(latest));
      setHidesFailure(true);
    };
    setHidesFailure(false);
    const text = <NotSaved error={error} cardId={card.cardId} onLatest={(latest) => applyLatest(latest.card)} />;
    return { title: 'Couldn’t change the card', text };
  }

  return { card, form: { defaults: toFormValues(card), failed: handleFailure, hidesFailure } };
}

interface NotSavedProps {
  error: unknown;
  cardId: string;
  /** Called with the latest version of the card; its values replace the ones in the form. */
  onLatest: (details: AdminCardDetails) => void;
}

/** Shows why the card was not saved. After a concurrent update, offers to load the current version. */
function NotSaved({ error, cardId, onLatest }: NotSavedProps) {
  const { mutate } = useCardDetails(cardId);

  async function load() {
    const latest = await mutate();
    if (latest) onLatest(latest);
  }

  if (!isConflict(error)) return <p>{errorText(error, 'Please try again.')}</p>;
  return (
    <>
      <p>Someone else changed this card.</p>
      <ActionButton className="secondary" action={load} failed="Couldn’t load the card">
        Load the current version
      </ActionButton>
    </>
  );
}
