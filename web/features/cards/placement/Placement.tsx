import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import { type Tier, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { PlacementDetails } from '#web/features/cards/placement/PlacementDetails.tsx';
import { PlacementForm } from '#web/features/cards/placement/PlacementForm.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { PencilIcon } from '#web/ui/icons/icons.tsx';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function Placement({ page, tier }: { page: OwnCardPage; tier: Tier }) {
  const [isEditing, setIsEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { card, placement } = page;

  function closeForm() {
    setIsEditing(false);
    heading.current?.focus();
  }

  return (
    <section className="sheet stack" aria-labelledby="placement-title">
      <div className="spread">
        <h2 id="placement-title" ref={heading} tabIndex={-1}>{t`Placement`}</h2>
        {placement && !isEditing && tier !== 'free' && (
          <button type="button" className="secondary button-small" onClick={() => setIsEditing(true)}>
            <PencilIcon />
            {t`Move or edit`}
          </button>
        )}
      </div>
      {placement?.isConfirmed && (
        <p className="placement-confirmed">
          <CheckIcon />
          <span>
            <strong>{placement.confirmedOn ? t`Confirmed ${calendarDay(placement.confirmedOn)}` : t`Confirmed`}</strong>{' '}
            <span className="muted">{t`Another member found it where you placed it.`}</span>
          </span>
        </p>
      )}
      {placement && !placement.isConfirmed && placement.movedAt !== null && (
        <Alert tone="info" title={t`Moved ${calendarDay(placement.movedAt)}`}>
          {t`No other member has found the card at its new location yet.`}
        </Alert>
      )}
      {placement && !placement.isConfirmed && placement.movedAt === null && (
        <Alert tone="info" title={t`Placed ${calendarDay(placement.placedAt)}, not yet confirmed`}>
          {t`You earn tokens once another member with a verified email scans its code: ${tokensForFirstPlacement} for your first placement, ${tokensForLaterPlacement} for each later one. Cards that had another owner before you earn none.`}
        </Alert>
      )}
      {placement && !isEditing && <PlacementDetails card={card} shownAt={page.shownAt} />}
      {placement && !isEditing && tier !== 'free' && canBePutOnMap(card) && (
        <Alert tone="info" title={t`Not on the map yet`}>
          <div className="stack gap-3">
            <p>{t`Add the card’s location so members nearby can find it. You choose how precisely it’s shown.`}</p>
            <button type="button" className="button-small put-on-map" onClick={() => setIsEditing(true)}>
              <MapPinIcon />
              {t`Put it on the map`}
            </button>
          </div>
        </Alert>
      )}
      {tier === 'free' && !placement && (
        <p className="muted">{t`You need a Basic or Premium membership to place this card. Finds still count.`}</p>
      )}
      {tier !== 'free' && (!placement || isEditing) && (
        <PlacementForm card={card} isFirst={!placement} onDone={closeForm} onCancel={placement ? closeForm : undefined} />
      )}
    </section>
  );
}

/** Returns whether the owner still has to choose a visibility or, for a card on the map, set coordinates. */
function canBePutOnMap({ visibility, latitude }: OwnCard): boolean {
  return visibility === null || (visibility !== 'hidden' && latitude === null);
}
