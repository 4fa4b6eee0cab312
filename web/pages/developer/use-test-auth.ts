import { useState } from 'react';
import { testAccount } from '#schema/accounts/test-sign-in.ts';
import { testLoginFollowUpMs } from '#schema/rules.ts';
import { startSession } from '#web/features/accounts/session/session.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { clearSession, getStoredToken, storeToken } from '#web/lib/auth-storage.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { endSession, failureText, loadUser, testLogin, testToken } from '#web/pages/developer/test-sign-in-api.ts';

type Action = 'verify' | 'login' | 'logout';

export function useTestAuth() {
  const [token, setToken] = useState(getStoredToken);
  const [pending, setPending] = useState<Action>();

  async function run(action: Action, work: () => Promise<void>): Promise<void> {
    setPending(action);
    await work().finally(() => {
      setPending(undefined);
      setToken(getStoredToken());
    });
  }

  async function verifyToken(): Promise<void> {
    try {
      const user = token === null ? null : await loadUser(token);
      if (user) showToast({ title: 'JWT Verification', description: `The token is valid. It belongs to ${user.email}.`, tone: 'success' });
      else showToast({ title: 'JWT Verification Failed', description: 'The token is invalid or expired', tone: 'error' });
    } catch (error) {
      showToast({ title: 'JWT Verification Error', description: failureText(error, 'The server didn’t respond.'), tone: 'error' });
    }
  }

  async function requestToken(): Promise<void> {
    try {
      const { token: newToken, message } = await testToken();
      storeToken(newToken);
      setToken(newToken);
      showToast({ title: 'Token Login Successful', description: message, tone: 'success' });
    } catch (error) {
      // Ignore a 404 because the session login that follows creates the account.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      showToast({
        title: 'Login Attempted',
        description: `The account ${testAccount.email} does not exist yet. Creating it…`,
        tone: 'info',
      });
    }
  }

  async function signIn(): Promise<void> {
    try {
      await requestToken();
      await new Promise((resolve) => setTimeout(resolve, testLoginFollowUpMs));
      const { user, token: newToken, message } = await testLogin();
      startSession({ ...user, token: newToken });
      showToast({ title: 'Session Login Attempted', description: message, tone: 'success' });
    } catch (error) {
      showToast({
        title: 'Login Failed',
        description: errorText(error, error instanceof ApiError ? `Login failed: ${error.status}` : 'The test login did not work.'),
        tone: 'error',
      });
    }
  }

  async function signOut(): Promise<void> {
    try {
      // Deletes the token first because the cookie alone is enough to end the session.
      clearSession();
      await endSession();
      showToast({ title: 'Logged Out', description: 'Reloading the page…', tone: 'info' });
      location.reload();
    } catch (error) {
      showToast({ title: 'Logout Failed', description: failureText(error, 'The server didn’t respond.'), tone: 'error' });
    }
  }

  return {
    token,
    pending,
    verify: () => run('verify', verifyToken),
    logIn: () => run('login', signIn),
    logOut: () => run('logout', signOut),
  };
}
