import { useState } from 'react';
import * as v from 'valibot';
import { useUser } from '#web/features/accounts/session/session.ts';
import { dateTime } from '#web/lib/format.ts';
import { DeveloperPage } from '#web/pages/developer/DeveloperPage.tsx';
import { useTestAuth } from '#web/pages/developer/use-test-auth.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

/** Decodes the user's token without verifying it. */
const Payload = v.object({ userId: v.number(), email: v.string(), exp: v.number() });
type TokenPayload = v.InferOutput<typeof Payload>;

function decodeToken(token: string): TokenPayload | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const payload: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    return v.is(Payload, payload) ? payload : null;
  } catch {
    return null;
  }
}

/** Shortens a token to a few characters, enough to tell two tokens apart. */
function tokenPreview(token: string): string {
  return token.length > 40 ? `${token.slice(0, 20)}…${token.slice(-12)}` : token;
}

const tabs = [
  { id: 'session', label: 'Session Auth' },
  { id: 'jwt', label: 'JWT Auth' },
] as const;

export function TestAuthPage() {
  return (
    <DeveloperPage title="Test Auth" about="The signed-in member, according to the session cookie and the stored token.">
      <Panels />
    </DeveloperPage>
  );
}

function Panels() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('session');
  const { token, pending, verify, logIn, logOut } = useTestAuth();
  const isBusy = pending !== undefined;
  return (
    <div className="sheet">
      <Tabs tabs={tabs} active={tab} onChange={setTab} label="Sign-in methods">
        <TabPanel id="session">
          <SessionFacts />
        </TabPanel>
        <TabPanel id="jwt">
          <TokenFacts token={token} />
        </TabPanel>
      </Tabs>
      <div className="cluster developer-actions">
        <button
          type="button"
          className="secondary"
          aria-busy={pending === 'verify' || undefined}
          disabled={isBusy || token === null}
          onClick={() => void verify()}
        >
          Verify JWT Token
        </button>
        <button type="button" aria-busy={pending === 'login' || undefined} disabled={isBusy} onClick={() => void logIn()}>
          Test Login (Get JWT + Session)
        </button>
        <button
          type="button"
          className="secondary"
          aria-busy={pending === 'logout' || undefined}
          disabled={isBusy}
          onClick={() => void logOut()}
        >
          Log Out
        </button>
      </div>
    </div>
  );
}

function SessionFacts() {
  const { user } = useUser();
  if (user === undefined) return <p>Checking the session…</p>;
  if (user === null) return <p>Nobody is signed in.</p>;
  return (
    <FactList
      className="stack gap-3 developer-facts"
      facts={{ Email: user.email, Username: user.username ?? 'None', 'User ID': user.id }}
    />
  );
}

function TokenFacts({ token }: { token: string | null }) {
  if (token === null) return <p>No token is stored.</p>;
  const payload = decodeToken(token);
  return (
    <FactList
      className="stack gap-3 developer-facts"
      facts={{
        'User ID': payload?.userId ?? 'Unreadable',
        Email: payload?.email ?? 'Unreadable',
        Expires: payload ? dateTime(new Date(payload.exp * 1_000).toISOString()) : 'Unreadable',
        Token: <code>{tokenPreview(token)}</code>,
      }}
    />
  );
}
