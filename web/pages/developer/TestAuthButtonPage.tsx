import { useLocation } from 'wouter';
import { testAccount } from '#schema/accounts/test-sign-in.ts';
import { testRedirectDelayMs } from '#schema/rules.ts';
import { startSession } from '#web/features/accounts/session/session.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { DeveloperPage } from '#web/pages/developer/DeveloperPage.tsx';
import { failureText, loadUser, testLogin } from '#web/pages/developer/test-sign-in-api.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function TestAuthButtonPage() {
  return (
    <DeveloperPage
      title="Test Auth Button"
      about={`Creates ${testAccount.email} if needed, signs it in, checks the session, and opens the dashboard.`}
    >
      <div className="sheet">
        <DebugButton />
      </div>
    </DeveloperPage>
  );
}

function DebugButton() {
  const [, navigate] = useLocation();

  async function logIn() {
    try {
      const { user, token, message } = await testLogin();
      startSession({ ...user, token });
      if ((await loadUser(null))?.id !== user.id) {
        showToast({ title: 'Session Error', description: 'Login succeeded but session verification failed', tone: 'error' });
        return;
      }
      showToast({ title: 'Test Login Successful', description: message, tone: 'success' });
      setTimeout(() => navigate(paths.dashboard()), testRedirectDelayMs);
    } catch (error) {
      if (error instanceof ApiError) showToast({ title: 'Test Login Failed', description: 'Authentication failed', tone: 'error' });
      else showToast({ title: 'Test Login Error', description: failureText(error, 'The server didn’t respond.'), tone: 'error' });
    }
  }

  return (
    <ActionButton action={logIn} pendingLabel="Logging in…">
      Test Login
    </ActionButton>
  );
}
