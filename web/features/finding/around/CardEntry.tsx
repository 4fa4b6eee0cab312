import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { CardPlace } from '#schema/finding/finding.ts';
import { ReportDialog } from '#web/features/cards/ReportDialog.tsx';
import { geoAddress, openStreetMapAddress } from '#web/features/finding/around/directions.ts';
import { foundStates } from '#web/features/finding/around/found-states.ts';
import { reportInVain } from '#web/features/finding/around/places-api.ts';
import { WayWords } from '#web/features/finding/around/WayWords.tsx';
import type { Way } from '#web/features/finding/around/ways-to-cards.ts';
import { exactness } from '#web/features/finding/map/exactness.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface CardEntryProps {
  card: CardPlace;
  /** Null if the visitor's position is unknown. */
  way: Way | null;
  /** Hidden until requested, since some members prefer to search without it. */
  hint: ReactNode;
  /** Whether the member can report that they did not find it. */
  canReport?: boolean;
}

export function CardEntry({ card, way, hint, canReport = true }: CardEntryProps) {
  const { name, visibility, found } = card;
  const { word, tone } = foundStates[found];
  const [seesHint, setSeesHint] = useState(false);
  const hintId = useId();
  return (
    <article className="card-entry" aria-label={name}>
      <div className="spread card-entry-head">
        <h3>{name}</h3>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="card-entry-way">
        {way && <WayWords way={way} />}
        <span className="muted small">{exactness[visibility]}</span>
      </p>
      <div className="card-entry-ways">
        <button
          type="button"
          className="link-button"
          aria-expanded={seesHint}
          aria-controls={hintId}
          onClick={() => setSeesHint(!seesHint)}
        >
          {seesHint ? 'Hide hint' : 'Hint'}
        </button>
        <a className="geo-link" href={geoAddress(card, name)}>
          Directions
        </a>
        <a href={openStreetMapAddress(card)} target="_blank" rel="noopener noreferrer">
          OpenStreetMap
        </a>
        {card.cardId !== null && <Link href={paths.cacheCard(card.cardId)}>Open your card</Link>}
        {found === 'no' && canReport && <LookedInVain card={card} />}
      </div>
      <div id={hintId} className="card-hint" hidden={!seesHint}>
        {seesHint && hint}
      </div>
    </article>
  );
}

function LookedInVain({ card: { id, name } }: { card: CardPlace }) {
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<string>();
  if (answer !== undefined) return <Answer message={answer} />;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setAsking(true)}>
        I looked and did not find it
      </button>
      <ReportDialog
        open={asking}
        report={() => reportInVain(id)}
        name={<strong>{name}</strong>}
        onReported={setAnswer}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Takes the focus, since the pressed button is gone. */
function Answer({ message }: { message: string }) {
  const answer = useFocusOnArrival<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}
