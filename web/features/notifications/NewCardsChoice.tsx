import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { NewCardsForm } from '#web/features/notifications/NewCardsForm.tsx';
import { endNewCards } from '#web/features/notifications/notifications-api.ts';
import { formatRadius } from '#web/lib/distance/distance-format.ts';
import { useDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Renders nothing until the preferences are loaded. */
export function NewCardsPreference() {
  const { data } = usePreferences();
  return data ? <NewCardsChoice newCards={data.newCards} /> : null;
}

function NewCardsChoice({ newCards }: Pick<Preferences, 'newCards'>) {
  const [isEditing, setIsEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const unit = useDistanceUnit();

  function close() {
    setIsEditing(false);
    box.current?.focus();
  }

  async function end() {
    await endNewCards();
    close();
    showToast({ title: t`Preferences saved`, description: t`We won’t tell you about new cards.`, tone: 'success' });
  }

  return (
    <div ref={box} tabIndex={-1} className="stack gap-3">
      {newCards === null ? (
        <p className="muted">{t`Choose a place. When a new card appears near it, we’ll tell you the next morning.`}</p>
      ) : (
        <p>
          <Trans>
            Within <strong>{formatRadius(newCards.radiusKm, unit)}</strong> of {newCards.latitude}, {newCards.longitude}
          </Trans>
        </p>
      )}
      {isEditing ? (
        <NewCardsForm newCards={newCards} onDone={close} />
      ) : (
        <div className="cluster">
          <button type="button" className="secondary" onClick={() => setIsEditing(true)}>
            {newCards === null ? t`Choose a place` : t`Change`}
          </button>
          {newCards !== null && (
            <ActionButton className="ghost" action={end} failed={t`Couldn’t turn this off`} pendingLabel={t`Turning off…`}>
              {t`Turn off`}
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}
