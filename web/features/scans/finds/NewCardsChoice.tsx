import { useRef, useState } from 'react';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { endNewCards } from '#web/features/scans/finds/finds-api.ts';
import { NewCardsForm } from '#web/features/scans/finds/NewCardsForm.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function NewCardsChoice({ newCards }: Pick<Preferences, 'newCards'>) {
  const [isEditing, setIsEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function close() {
    setIsEditing(false);
    box.current?.focus();
  }

  async function end() {
    await endNewCards();
    close();
    showToast({ title: 'Preferences saved', description: 'We won’t email you about new cards.', tone: 'success' });
  }

  return (
    <div ref={box} tabIndex={-1} className="stack gap-3">
      <h3>New cards near me</h3>
      <p className="muted">
        {newCards === null
          ? 'Get an email in the morning when a new card appears near a place you choose.'
          : `Within ${newCards.radiusKm} km of ${newCards.latitude}, ${newCards.longitude} (rounded to about 1 km).`}
      </p>
      {isEditing ? (
        <NewCardsForm newCards={newCards} onDone={close} />
      ) : (
        <div className="cluster">
          <button type="button" className="secondary" onClick={() => setIsEditing(true)}>
            {newCards === null ? 'Choose a place' : 'Change'}
          </button>
          {newCards !== null && (
            <ActionButton className="ghost" action={end} failed="Couldn’t turn off these emails" pendingLabel="Turning off…">
              Turn off
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}
