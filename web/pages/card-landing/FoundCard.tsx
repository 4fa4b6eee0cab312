import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CardLookupResponse } from '#schema/cards/card.ts';
import { FoundCardArt } from '#web/pages/card-landing/FoundCardArt.tsx';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface FoundCardProps {
  card: CardLookupResponse['card'];
  text?: string;
  children: ReactNode;
}

export function FoundCard({
  card: { cardId, location, description },
  text = t`Well spotted, explorer: you have discovered a Cache Card.`,
  children,
}: FoundCardProps) {
  return (
    <article className="sheet stack found-card">
      <FoundCardArt />
      <h1>{t`Cache Card Found!`}</h1>
      <p>{text}</p>
      {children}
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
    </article>
  );
}
