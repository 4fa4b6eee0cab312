/** Every page loads this, so it avoids SWR (web/lib/api/query.ts). */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { mayBeSignedIn } from '#web/lib/auth-storage.ts';

export interface UserState {
  /** Null when signed out, undefined while unknown. */
  user: User | null | undefined;
  error: unknown;
  isLoading: boolean;
}

const unknown: UserState = { user: undefined, error: undefined, isLoading: true };

let state = unknown;
let newestRequest = 0;
let isAsking = false;
const listeners = new Set<() => void>();

function show(next: UserState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function loadUser(): Promise<User | null> {
  if (!mayBeSignedIn()) return null;
  try {
    return await (await import('#web/features/accounts/session/ask-user.ts')).fetchUser();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Never throws: errors are part of the state. Drops a response overtaken by a later request or by `setUser`. */
export async function refreshUser(): Promise<void> {
  newestRequest += 1;
  const request = newestRequest;
  isAsking = true;
  show({ ...state, isLoading: true });
  let next: UserState;
  try {
    next = { user: await loadUser(), error: undefined, isLoading: false };
  } catch (error) {
    next = { ...state, error, isLoading: false };
  }
  if (request !== newestRequest) return;
  isAsking = false;
  show(next);
}

/** For example with the response to a profile change; undefined resets to unknown. */
export function setUser(user: User | null | undefined): void {
  newestRequest += 1;
  isAsking = false;
  show(user === undefined ? unknown : { user, error: undefined, isLoading: false });
}

/** Requests the member if nothing is known yet. `isLoading`: no answer so far. */
export function useUserState(): UserState {
  const {
    user: heard,
    error,
    isLoading,
  } = useSyncExternalStore(
    subscribe,
    () => state,
    () => unknown,
  );
  const user = heard === undefined && !mayBeSignedIn() ? null : heard;
  const isUnknown = user === undefined;
  // Once per component: a failed request is not retried automatically.
  const asksFirst = useRef(isUnknown);
  useEffect(() => {
    if (asksFirst.current && !isAsking) void refreshUser();
    asksFirst.current = false;
  }, []);
  return { user, error, isLoading: isLoading && isUnknown };
}
