import type { ReactNode } from 'react';
import type { CardPlace } from '#schema/finding/finding.ts';
import { phoneMapUrl, routeUrl } from '#web/features/finding/nearby/directions.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';

interface DirectionsLinkProps {
  card: CardPlace;
  className: string;
  children: ReactNode;
}

/** Opens the phone's maps app at the card, or on a computer a route planner in a new tab. */
export function DirectionsLink({ card, className, children }: DirectionsLinkProps) {
  const hasMouse = useMediaQuery('(hover: hover) and (pointer: fine)');
  return hasMouse ? (
    <a className={className} href={routeUrl(card)} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <a className={className} href={phoneMapUrl(card, card.name)}>
      {children}
    </a>
  );
}
