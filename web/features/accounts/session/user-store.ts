/** Avoids SWR (web/lib/api/query.ts) because every page loads this module. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { canBeSignedIn } from '#web/lib/auth-storage.ts';

export interface UserState {
  user: User | null | undefined;
  error: unknown;
  isLoading: boolean;
}

const unknownState: UserState = { user: undefined, error: undefined, isLoading: true };

let state = unknownState;
let newestRequest = 0;
let isRequesting = false;
const listeners = new Set<() => void>();

function setState(next: UserState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function loadUser(): Promise<User | null> {
  if (!canBeSignedIn()) return null;
  try {
    return await (await import('#web/features/accounts/session/fetch-user.ts')).fetchUser();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Requests the current member. Never throws because errors are part of the state. Ignores the response if a later request or `setUser` has
 * superseded it.
 */
export async function refreshUser(): Promise<void> {
  newestRequest += 1;
  const request = newestRequest;
  isRequesting = true;
  setState({ ...state, isLoading: true });
  let next: UserState;
  try {
    next = { user: await loadUser(), error: undefined, isLoading: false };
  } catch (error) {
    next = { ...state, error, isLoading: false };
  }
  if (request !== newestRequest) return;
  isRequesting = false;
  setState(next);
}

/** Sets the member, for example from the response to a profile change. Undefined means unknown. */
export function setUser(user: User | null | undefined): void {
  newestRequest += 1;
  isRequesting = false;
  setState(user === undefined ? unknownState : { user, error: undefined, isLoading: false });
}

/** Fetches the member unless already loaded. `isLoading` is true until the first response. */
export function useUserState(): UserState {
  const {
    user: storedUser,
    error,
    isLoading,
  } = useSyncExternalStore(
    subscribe,
    () => state,
    () => unknownState,
  );
  const user = storedUser === undefined && !canBeSignedIn() ? null : storedUser;
  const isUnknown = user === undefined;
  // Sends at most one request per component because a failed request is not retried automatically.
  const mustRequest = useRef(isUnknown);
  useEffect(() => {
    // The answer to another component's request may have arrived since the render.
    if (mustRequest.current && !isRequesting && state.user === undefined) void refreshUser();
    mustRequest.current = false;
  }, []);
  return { user, error, isLoading: isLoading && isUnknown };
}
