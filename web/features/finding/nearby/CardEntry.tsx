import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { CardPlace } from '#schema/finding/finding.ts';
import { ReportDialog } from '#web/features/cards/ReportDialog.tsx';
import { exactnessLabels } from '#web/features/finding/map/exactness.ts';
import type { CardDirection } from '#web/features/finding/nearby/card-directions.ts';
import { geoUrl, openStreetMapUrl } from '#web/features/finding/nearby/directions.ts';
import { formatDistance, getCompassPoint, getDistanceUnit } from '#web/features/finding/nearby/distance-format.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';
import { reportNotFound } from '#web/features/finding/nearby/places-api.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface CardEntryProps {
  card: CardPlace;
  /** Distance and compass direction from the member to the card; null if the member's position is unknown. */
  direction: CardDirection | null;
  /** Hint about the card's location. It is hidden until the member asks for it. */
  hint: ReactNode;
  canReport?: boolean;
}

export function CardEntry({ card, direction, hint, canReport = true }: CardEntryProps) {
  const { name, visibility, found } = card;
  const { label, tone } = foundStates[found];
  const [isHintShown, setIsHintShown] = useState(false);
  const hintId = useId();
  return (
    <article className="card-entry" aria-label={name}>
      <div className="spread card-entry-head">
        <h3>{name}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="card-entry-way">
        {direction && <DirectionText direction={direction} />}
        <span className="muted small">{exactnessLabels[visibility]}</span>
      </p>
      <div className="card-entry-ways">
        <button
          type="button"
          className="link-button"
          aria-expanded={isHintShown}
          aria-controls={hintId}
          onClick={() => setIsHintShown(!isHintShown)}
        >
          {isHintShown ? 'Hide hint' : 'Hint'}
        </button>
        <a className="geo-link" href={geoUrl(card, name)}>
          Directions
        </a>
        <a href={openStreetMapUrl(card)} target="_blank" rel="noopener noreferrer">
          OpenStreetMap
        </a>
        {card.cardId !== null && <Link href={paths.cacheCard(card.cardId)}>Open your card</Link>}
        {found === 'no' && canReport && <ReportNotFound card={card} />}
      </div>
      <div id={hintId} className="card-hint" hidden={!isHintShown}>
        {isHintShown && hint}
      </div>
    </article>
  );
}

function ReportNotFound({ card: { id, name } }: { card: CardPlace }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reportMessage, setReportMessage] = useState<string>();
  if (reportMessage !== undefined) return <ReportConfirmation message={reportMessage} />;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsAsking(true)}>
        I looked and did not find it
      </button>
      <ReportDialog
        open={isAsking}
        report={() => reportNotFound(id)}
        name={<strong>{name}</strong>}
        onReported={setReportMessage}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Takes the focus, because the pressed button has disappeared. */
function ReportConfirmation({ message }: { message: string }) {
  const paragraph = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={paragraph} tabIndex={-1}>
      {message}
    </p>
  );
}

function DirectionText({ direction: { meters, bearing, isInCardArea } }: { direction: CardDirection }) {
  if (isInCardArea) return <strong>You’re in its area: look around</strong>;
  return (
    <span className="way">
      <strong>{formatDistance(meters, getDistanceUnit())}</strong>{' '}
      <span className="way-direction">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ rotate: `${Math.round(bearing)}deg` }}>
          <path d="m12 3 6.5 17L12 16.5 5.5 20Z" />
        </svg>
        {getCompassPoint(bearing)}
        <span className="visually-hidden">, {Math.round(bearing) % 360} degrees</span>
      </span>
    </span>
  );
}
