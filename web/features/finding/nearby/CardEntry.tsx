import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { CardPlace } from '#schema/finding/finding.ts';
import { ReportDialog } from '#web/features/cards/ReportDialog.tsx';
import { exactness } from '#web/features/finding/map/exactness.ts';
import type { Way } from '#web/features/finding/nearby/card-ways.ts';
import { geoAddress, openStreetMapAddress } from '#web/features/finding/nearby/directions.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';
import { reportNotFound } from '#web/features/finding/nearby/places-api.ts';
import { WayText } from '#web/features/finding/nearby/WayText.tsx';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface CardEntryProps {
  card: CardPlace;
  /** Null if the visitor's position is unknown. */
  way: Way | null;
  /** Hidden until the member asks for it, because some prefer to search without a hint. */
  hint: ReactNode;
  canReport?: boolean;
}

export function CardEntry({ card, way, hint, canReport = true }: CardEntryProps) {
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
        {way && <WayText way={way} />}
        <span className="muted small">{exactness[visibility]}</span>
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
        <a className="geo-link" href={geoAddress(card, name)}>
          Directions
        </a>
        <a href={openStreetMapAddress(card)} target="_blank" rel="noopener noreferrer">
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
  const [answer, setAnswer] = useState<string>();
  if (answer !== undefined) return <Answer message={answer} />;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsAsking(true)}>
        I looked and did not find it
      </button>
      <ReportDialog
        open={isAsking}
        report={() => reportNotFound(id)}
        name={<strong>{name}</strong>}
        onReported={setAnswer}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Takes the focus, because the pressed button has disappeared. */
function Answer({ message }: { message: string }) {
  const answer = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}
