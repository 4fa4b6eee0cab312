import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import '#web/pages/mail-links/mail-links.css';
import { MailLinkResponse } from '#schema/accounts/mail-link.ts';
import campfire from '#web/art/campfire.svg';
import { useUser } from '#web/features/accounts/session/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError, errorText, fieldErrors } from '#web/lib/api-error.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { DoneMark } from '#web/ui/states/DoneMark.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

interface MailLinkPageProps {
  apiPath:
    | '/api/verify-email'
    | '/api/confirm-email-change'
    | '/api/undo-email-change'
    | '/api/confirm-payout-address'
    | '/api/secure-account'
    | '/api/remove-payout-address'
    | '/api/unsubscribe';
  title: string;
  children: ReactNode;
  action: string;
  pendingAction: string;
  doneTitle: string;
  next?: ReactNode | ((response: MailLinkResponse) => ReactNode);
  /** Whether `next` contains the page's main button. */
  nextLeads?: boolean;
  /** A second button, which sends these fields with the token. */
  alternative?: { action: string; doneTitle: string; fields: Record<string, unknown> };
}

type Choice = 'main' | 'alternative';
type State =
  | { step: 'asking' }
  | { step: 'pending'; choice: Choice }
  | { step: 'done'; choice: Choice; response: MailLinkResponse }
  | { step: 'failed'; message: string };

/** Acts on an email link only when the button is pressed because email clients prefetch links. */
export function MailLinkPage(props: MailLinkPageProps) {
  const token = useMailedToken();
  return <MailLink key={token} token={token} {...props} />;
}

export function MailLink({
  token,
  apiPath,
  title,
  children,
  action,
  pendingAction,
  doneTitle,
  next,
  nextLeads,
  alternative,
}: MailLinkPageProps & { token: string }) {
  const { user, refresh } = useUser();
  const [state, setState] = useState<State>({ step: 'asking' });
  const [linkError, setLinkError] = useState(token ? null : t`This link is incomplete. Open it again from the email.`);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (state.step === 'done') heading.current?.focus();
  }, [state.step]);

  async function followLink(choice: Choice) {
    if (state.step === 'pending') return;
    setState({ step: 'pending', choice });
    try {
      const body = { token, ...(choice === 'alternative' && alternative?.fields) };
      setState({ step: 'done', choice, response: await apiSend('POST', apiPath, body, MailLinkResponse) });
      // Reload the user because the action may have changed the member's email or session.
      void refresh().catch(() => undefined);
    } catch (error) {
      const message = errorText(error, t`Please try again.`);
      // The server rejected the link itself, so retrying does not help.
      if (error instanceof ApiError && (error.status === 400 || error.status === 409)) setLinkError(fieldErrors(error).token ?? message);
      else setState({ step: 'failed', message });
    }
  }

  if (linkError) return <InvalidLink message={linkError} isSignedIn={Boolean(user)} />;

  const response = state.step === 'done' ? state.response : undefined;
  const isDone = response !== undefined;
  const button = (choice: Choice, label: string) => {
    const isPending = state.step === 'pending' && state.choice === choice;
    return (
      <button
        type="button"
        className={choice === 'alternative' ? 'secondary' : undefined}
        aria-busy={isPending || undefined}
        onClick={() => void followLink(choice)}
      >
        {isPending ? pendingAction : label}
      </button>
    );
  };
  return (
    <section className="sheet state mail-link" role={isDone ? 'status' : undefined}>
      {isDone ? <DoneMark /> : <img src={campfire} width={440} height={330} alt="" />}
      <h1 ref={heading} tabIndex={-1}>
        {state.step === 'done' ? (state.choice === 'alternative' && alternative?.doneTitle) || doneTitle : title}
      </h1>
      {isDone ? (
        <>
          <p>{response.message}</p>
          {typeof next === 'function' ? next(response) : next}
          <Link href={user ? paths.dashboard() : paths.auth} className={nextLeads ? 'button secondary' : 'button'}>
            {user ? t`Go to Dashboard` : t`Sign In`}
          </Link>
        </>
      ) : (
        <>
          {children}
          {state.step === 'failed' && (
            <Alert tone="error" title={t`Something went wrong`}>
              {state.message}
            </Alert>
          )}
          {button('main', action)}
          {alternative && button('alternative', alternative.action)}
        </>
      )}
    </section>
  );
}

function InvalidLink({ message, isSignedIn }: { message: string; isSignedIn: boolean }) {
  return (
    <section className="sheet state mail-link" role="alert">
      <div className="state-art">
        <EmptyTrail />
      </div>
      <h1>{t`This link does not work`}</h1>
      <p>{message}</p>
      <Link href={isSignedIn ? paths.dashboard() : paths.auth} className="button">
        {isSignedIn ? t`Go to Dashboard` : t`Sign In`}
      </Link>
    </section>
  );
}
