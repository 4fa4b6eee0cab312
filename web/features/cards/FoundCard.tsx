import type { ReactNode } from 'react';
import type { CardLookupResponse } from '#schema/card.ts';
import { MapPinIcon } from '#web/components/found-icons.tsx';
import { FoundCardArt } from '#web/features/cards/FoundCardArt.tsx';

interface FoundCardProps {
  card: CardLookupResponse['card'];
  /** What the find means for whoever is here, and what to do next. */
  children: ReactNode;
}

/** A card that exists. */
export function FoundCard({ card: { cardId, location, description }, children }: FoundCardProps) {
  return (
    <article className="sheet found-card">
      <FoundCardArt />
      <h1>Cache Card Found!</h1>
      <p>Well spotted, explorer: you have discovered a Cache Card.</p>
      {children}
      <dl className="found-details">
        <div>
          <dt>Card ID</dt>
          <dd className="code">{cardId}</dd>
        </div>
        {location && (
          <div>
            <dt>Location</dt>
            <dd>
              <MapPinIcon />
              {location}
            </dd>
          </div>
        )}
        {description && (
          <div>
            <dt>Description</dt>
            <dd>{description}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}
