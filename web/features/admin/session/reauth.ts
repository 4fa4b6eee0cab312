/** Asks for the password or second factor in the middle of a task. The rejected call and its form wait so that no input is lost. */
import { useSyncExternalStore } from 'react';
import { clearAdminSession } from '#web/features/admin/session/admin-session.ts';
import { getStoredAdminToken } from '#web/lib/admin-token.ts';
import { onAdminRefused } from '#web/lib/api/client.ts';
import type { ApiError } from '#web/lib/api-error.ts';

export type ReauthKind = 'login' | 'proof';

const reauthByCode: Record<string, ReauthKind> = {
  admin_not_signed_in: 'login',
  sign_in_again: 'login',
  second_factor_needed: 'proof',
  second_factor_stale: 'proof',
};

interface ReauthRequest {
  kind: ReauthKind;
  resolve: (isConfirmed: boolean) => void;
  /** Outcome of the open prompt, shared by all API calls that are waiting for it. */
  outcome: Promise<boolean>;
}

let request: ReauthRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: ReauthRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Opens the prompt unless it is already open. Resolves to whether the administrator confirmed. */
function requestReauth(kind: ReauthKind): Promise<boolean> {
  if (request?.kind === kind) return request.outcome;
  let resolveOutcome: ReauthRequest['resolve'] = () => {};
  const outcome = new Promise<boolean>((resolve) => {
    resolveOutcome = resolve;
  });
  setRequest({ kind, resolve: resolveOutcome, outcome });
  return outcome;
}

export function useReauthRequest(): ReauthKind | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request?.kind ?? null,
  );
}

export function resolveReauth(isConfirmed: boolean): void {
  const pendingRequest = request;
  setRequest(null);
  if (!isConfirmed && pendingRequest?.kind === 'login') clearAdminSession();
  pendingRequest?.resolve(isConfirmed);
}

async function resolveRefusal(error: ApiError, sentToken: string | null): Promise<boolean> {
  const code = error.body?.code ?? '';
  const kind = reauthByCode[code];
  if (kind === undefined) return false;
  const token = getStoredAdminToken();
  // Someone has since logged in or out, so the response is outdated. The call is retried with the current token, if there is one.
  if (code === 'admin_not_signed_in' && sentToken !== token) return token !== null && sentToken !== null;
  // If no admin page is open, there is nowhere to show the prompt.
  if (listeners.size > 0) return requestReauth(kind);
  if (code === 'admin_not_signed_in' && token !== null) clearAdminSession();
  return false;
}

onAdminRefused(resolveRefusal);
