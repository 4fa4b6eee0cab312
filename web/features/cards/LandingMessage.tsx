import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyTrail } from '#web/components/cards/EmptyTrail.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { paths } from '#web/paths.ts';

export const notFoundMessage = 'This Cache Card could not be found';

interface LandingMessageProps {
  title: string;
  /** What the way home is called. */
  action: string;
  children: ReactNode;
}

/** All there is to say of a card link that leads to no card. */
export function LandingMessage({ title, action, children }: LandingMessageProps) {
  return (
    <div className="sheet state landing-message">
      <div className="state-art">
        <EmptyTrail />
      </div>
      <h1>{title}</h1>
      {children}
      <Link href={paths.home} className="button">
        {action}
      </Link>
    </div>
  );
}

/** There is no such card, or not with the code of the link. */
export function CardNotFound({ cardId, message }: { cardId: string; message: string }) {
  return (
    <LandingMessage title="Card Not Found" action="Return Home">
      <p>{message}</p>
      <p className="muted">
        Card ID: <span className="code">{cardId}</span>
      </p>
    </LandingMessage>
  );
}

/** Nothing could be found out about the card. */
export function CardNotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="sheet">
      <h1 className="visually-hidden">Cache Card</h1>
      <ErrorState title="The card could not be loaded" message={message} onRetry={onRetry} />
    </div>
  );
}
