import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CardLookupResponse } from '#schema/cards/card.ts';
import { FoundCardArt } from '#web/pages/card-landing/FoundCardArt.tsx';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface FoundCardProps {
  card: CardLookupResponse['card'];
  text?: string;
  /** Puts the card's facts behind a summary. */
  isCollapsed?: boolean;
  children: ReactNode;
}

export function FoundCard({
  card,
  text = t`Well spotted, explorer: you have discovered a Cache Card.`,
  isCollapsed = false,
  children,
}: FoundCardProps) {
  return (
    <article className="sheet stack found-card">
      <FoundCardArt />
      <h1>{t`Cache Card Found!`}</h1>
      <p>{text}</p>
      {children}
      {isCollapsed ? (
        <details className="found-more">
          <summary>{t`About this card`}</summary>
          <CardDetails card={card} />
        </details>
      ) : (
        <CardDetails card={card} />
      )}
    </article>
  );
}

function CardDetails({ card: { cardId, location, description } }: Pick<FoundCardProps, 'card'>) {
  return (
    <dl className="stack gap-3 found-details">
      <div>
        <dt>{t`Card ID`}</dt>
        <dd className="code">{cardId}</dd>
      </div>
      {location && (
        <div>
          <dt>{t`Location`}</dt>
          <dd>
            <MapPinIcon />
            {location}
          </dd>
        </div>
      )}
      {description && (
        <div>
          <dt>{t`Description`}</dt>
          <dd>{description}</dd>
        </div>
      )}
    </dl>
  );
}
