import { useState } from 'react';
import { useLocation } from 'wouter';
import { testRedirectDelayMs } from '#schema/rules.ts';
import { testAccount } from '#schema/test-sign-in.ts';
import { useToast } from '#web/components/Toast.tsx';
import { DeveloperPage } from '#web/features/developer/DeveloperPage.tsx';
import { failureText, testLogin, userOf } from '#web/features/developer/test-sign-in-api.ts';
import { ApiError } from '#web/lib/api.ts';
import { startSession } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

/** /test-auth-button: signs a test account in with one press, and goes to the dashboard. */
export function TestAuthButtonPage() {
  return (
    <DeveloperPage
      title="Test Auth Button"
      about={`Makes ${testAccount.email} where there is none, signs it in, checks the session, and goes to the dashboard.`}
    >
      <div className="sheet">
        <DebugButton />
      </div>
    </DeveloperPage>
  );
}

function DebugButton() {
  const toast = useToast();
  const [, navigate] = useLocation();
  const [isPending, setIsPending] = useState(false);

  async function logIn() {
    setIsPending(true);
    try {
      const { user, token, message } = await testLogin();
      startSession({ ...user, token });
      if ((await userOf(null))?.id !== user.id) {
        toast({ title: 'Session Error', description: 'Login succeeded but session verification failed', tone: 'error' });
        return;
      }
      toast({ title: 'Test Login Successful', description: message, tone: 'success' });
      setTimeout(() => navigate(paths.dashboard()), testRedirectDelayMs);
    } catch (error) {
      if (error instanceof ApiError) toast({ title: 'Test Login Failed', description: 'Authentication failed', tone: 'error' });
      else toast({ title: 'Test Login Error', description: failureText(error, 'The server did not answer.'), tone: 'error' });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <button type="button" aria-busy={isPending || undefined} disabled={isPending} onClick={() => void logIn()}>
      {isPending ? 'Logging in…' : 'Test Login'}
    </button>
  );
}
