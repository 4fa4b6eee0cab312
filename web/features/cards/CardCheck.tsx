import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { stillTherePauseSeconds } from '#schema/rules.ts';
import { Answered, sendAnswer, TakeOffMapButton } from '#web/features/cards/CardReports.tsx';
import { date } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/**
 * Lets owners confirm that their card is in place, take it off the map and put it back, if no member has an open report on it. Asks neither
 * about a card without a location nor soon after they placed or checked it.
 */
export function CardCheck({ page }: { page: OwnCardPage }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const { card, checkedAt, canConfirmFrom } = page;
  const isMissing = card.status === 'missing';
  if (!isMissing && (card.status !== 'active' || card.location === null)) return null;
  const isDue = canConfirmFrom === null && (isMissing || !isRecentlyPlaced(page));
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="check-title">
      <h2 id="check-title">{isDue ? t`Is your card still there?` : t`Has your card gone missing?`}</h2>
      {answer !== null && <Answered message={answer} />}
      <p className="muted small">
        {isMissing && t`This card is off the map.`}
        {!isMissing && (isDue ? t`Finders see the week of your last check.` : t`Take it off the map until you’ve checked or replaced it.`)}
        {checkedAt !== null && <> {t`You last checked it ${date(checkedAt)}.`}</>}
      </p>
      <div className="cluster">
        {isDue && (
          <ActionButton
            className="secondary"
            action={() => sendAnswer(card, 'still_there', setAnswer)}
            failed={t`Couldn’t save your answer`}
            pendingLabel={t`Saving…`}
          >
            {isMissing ? t`Put it back on the map` : t`Yes, it’s there`}
          </ActionButton>
        )}
        {card.status === 'active' && <TakeOffMapButton card={card} onAnswer={setAnswer} />}
      </div>
      {canConfirmFrom !== null && <p className="muted small">{t`You can confirm it again on ${date(canConfirmFrom)}.`}</p>}
    </section>
  );
}

function isRecentlyPlaced({ card, placement }: OwnCardPage): boolean {
  const placedAt = placement?.movedAt ?? placement?.placedAt ?? card.placedDate;
  return placedAt !== null && Date.parse(placedAt) > Date.now() - stillTherePauseSeconds * 1_000;
}
