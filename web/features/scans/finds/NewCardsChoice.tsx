import { useRef, useState } from 'react';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { endNewCards } from '#web/features/scans/finds/finds-api.ts';
import { NewCardsForm } from '#web/features/scans/finds/NewCardsForm.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function NewCardsChoice({ newCards }: Pick<Preferences, 'newCards'>) {
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  // The focused element is gone.
  function close() {
    setEditing(false);
    box.current?.focus();
  }

  async function end() {
    await endNewCards();
    close();
    showToast({ title: 'Preferences saved', description: 'You hear of no new cards any more.', tone: 'success' });
  }

  return (
    <div ref={box} tabIndex={-1} className="stack gap-3">
      <h3>New cards near me</h3>
      <p className="muted">
        {newCards === null
          ? 'We mail you in the morning when a new card comes on the map around a place of yours.'
          : `Within ${newCards.radiusKm} km of ${newCards.latitude}, ${newCards.longitude}, as far as we know the place.`}
      </p>
      {editing ? (
        <NewCardsForm newCards={newCards} onDone={close} />
      ) : (
        <div className="cluster">
          <button type="button" className="secondary" onClick={() => setEditing(true)}>
            {newCards === null ? 'Choose a place' : 'Change'}
          </button>
          {newCards !== null && (
            <ActionButton className="ghost" action={end} failed="That did not work" pendingLabel="Ending…">
              No more of these
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}
