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
}

type State = { step: 'asking' | 'pending' } | { step: 'done'; response: MailLinkResponse } | { step: 'failed'; message: string };

/** Acts on an email link only when the button is pressed because email clients prefetch links. */
export function MailLinkPage(props: MailLinkPageProps) {
  const token = useMailedToken();
  return <MailLink key={token} token={token} {...props} />;
}

function MailLink({
  token,
  apiPath,
  title,
  children,
  action,
  pendingAction,
  doneTitle,
  next,
  nextLeads,
}: MailLinkPageProps & { token: string }) {
  const { user, refresh } = useUser();
  const [state, setState] = useState<State>({ step: 'asking' });
  const [linkError, setLinkError] = useState(token ? null : 'This link is incomplete. Open it again from the email.');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (state.step === 'done') heading.current?.focus();
  }, [state.step]);

  async function followLink() {
    if (state.step === 'pending') return;
    setState({ step: 'pending' });
    try {
      setState({ step: 'done', response: await sendMailLink(apiPath, token) });
      // Reload the user because the action may have changed the member's email or session.
      void refresh().catch(() => undefined);
    } catch (error) {
      const message = errorText(error, 'Please try again.');
      // The server rejected the link itself, so retrying does not help.
      if (error instanceof ApiError && (error.status === 400 || error.status === 409)) setLinkError(fieldErrors(error).token ?? message);
      else setState({ step: 'failed', message });
    }
  }

  if (linkError) return <InvalidLink message={linkError} isSignedIn={Boolean(user)} />;

  const response = state.step === 'done' ? state.response : undefined;
  const isDone = response !== undefined;
  return (
    <section className="sheet state mail-link" role={isDone ? 'status' : undefined}>
      {isDone ? <DoneMark /> : <img src={campfire} width={440} height={330} alt="" />}
      <h1 ref={heading} tabIndex={-1}>
        {isDone ? doneTitle : title}
      </h1>
      {isDone ? (
        <>
          <p>{response.message}</p>
          {typeof next === 'function' ? next(response) : next}
          <Link href={user ? paths.dashboard() : paths.auth} className={nextLeads ? 'button secondary' : 'button'}>
            {user ? 'Go to Dashboard' : 'Sign In'}
          </Link>
        </>
      ) : (
        <>
          {children}
          {state.step === 'failed' && (
            <Alert tone="error" title="Something went wrong">
              {state.message}
            </Alert>
          )}
          <button type="button" aria-busy={state.step === 'pending' || undefined} onClick={() => void followLink()}>
            {state.step === 'pending' ? pendingAction : action}
          </button>
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
      <h1>This link does not work</h1>
      <p>{message}</p>
      <Link href={isSignedIn ? paths.dashboard() : paths.auth} className="button">
        {isSignedIn ? 'Go to Dashboard' : 'Sign In'}
      </Link>
    </section>
  );
}

function sendMailLink(path: string, token: string): Promise<MailLinkResponse> {
  return apiSend('POST', path, { token }, MailLinkResponse);
}
