import { useState } from 'react';
import type { AdminCardDetails } from '#schema/admin/cards.ts';
import { Alert } from '#web/components/Alert.tsx';
import { useCardDetails } from '#web/features/admin/cards/cards-api.ts';
import { ApiError, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

interface NotSavedProps {
  failure: unknown;
  cardId: string;
  /** The card as it is now, in place of what was typed. */
  onLatest: (details: AdminCardDetails) => void;
}

/** Why a change was not saved. What was typed stays; where somebody else was quicker, their version can be had. */
export function NotSaved({ failure, cardId, onLatest }: NotSavedProps) {
  const { mutate } = useCardDetails(cardId);
  const [isLoading, setLoading] = useState(false);
  const isOutdated = failure instanceof ApiError && failure.status === 409;

  async function load() {
    if (isLoading) return;
    setLoading(true);
    try {
      const latest = await mutate();
      if (latest) onLatest(latest);
    } catch (error) {
      showToast({ title: 'The card could not be loaded', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setLoading(false);
    }
  }

  return (
    <Alert tone="error" title="The card was not changed">
      <p>{isOutdated ? 'Somebody else has changed this card in the meantime.' : errorText(failure, 'Please try again.')}</p>
      {isOutdated && (
        <button type="button" className="secondary" aria-busy={isLoading || undefined} onClick={() => void load()}>
          Show the card as it is now
        </button>
      )}
    </Alert>
  );
}
