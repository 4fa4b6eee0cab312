import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { paths } from '#web/lib/paths.ts';
import { hiddenFromViewersText } from '#web/lib/viewing.ts';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

export const notFoundMessage = () => t`This Cache Card could not be found`;

interface LandingMessageProps {
  title: string;
  action: string;
  href?: string;
  onLeave?: () => void;
  children: ReactNode;
}

export function LandingMessage({ title, action, href = paths.home, onLeave, children }: LandingMessageProps) {
  return (
    <div className="sheet state landing-message">
      <div className="state-art">
        <EmptyTrail />
      </div>
      <h1>{title}</h1>
      {children}
      <Link href={href} className="button" onClick={onLeave}>
        {action}
      </Link>
    </div>
  );
}

/** Asks the visitor to sign in when anonymous lookups are rate-limited. After signing in, the visitor returns to the card. */
export function SignInToSee({ cardId, message }: { cardId: string; message: string }) {
  return (
    <LandingMessage
      title={t`Please Sign In`}
      action={t`Sign Up or Login`}
      href={paths.auth}
      onLeave={() => storeReturnPath(paths.card(cardId))}
    >
      <p>{message}</p>
      <p className="muted">
        <Trans>
          Card ID: <span className="code">{cardId}</span>
        </Trans>
      </p>
    </LandingMessage>
  );
}

/** Shown for an unknown card or a wrong code. */
export function CardNotFound({ cardId, message }: { cardId: string; message: string }) {
  return (
    <LandingMessage title={t`Card Not Found`} action={t`Return Home`}>
      <p>{message}</p>
      <p className="muted">
        <Trans>
          Card ID: <span className="code">{cardId}</span>
        </Trans>
      </p>
    </LandingMessage>
  );
}

/** Shown instead of the card when an administrator is viewing the account. */
export function CardNotShown() {
  return (
    <LandingMessage title={hiddenFromViewersText} action={t`Return Home`}>
      {null}
    </LandingMessage>
  );
}

export function CardNotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="sheet">
      <h1 className="visually-hidden">{t`Cache Card`}</h1>
      <ErrorState title={t`Couldn’t load the card`} message={message} onRetry={onRetry} />
    </div>
  );
}
