import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { isConflict } from '#web/features/admin/use-versioned.ts';
import { useCardDetails } from '#web/features/cards/admin/cards-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface NotSavedProps {
  error: unknown;
  cardId: string;
  /** Called with the current card, which replaces what was typed. */
  onLatest: (details: AdminCardDetails) => void;
}

/** Shows why the card was not saved. After a concurrent update, offers to load the current version. */
export function NotSaved({ error, cardId, onLatest }: NotSavedProps) {
  const { mutate } = useCardDetails(cardId);

  async function load() {
    const latest = await mutate();
    if (latest) onLatest(latest);
  }

  if (!isConflict(error)) return <p>{errorText(error, 'Please try again.')}</p>;
  return (
    <>
      <p>Someone else changed this card.</p>
      <ActionButton className="secondary" action={load} failed="The card could not be loaded">
        Load the current version
      </ActionButton>
    </>
  );
}
