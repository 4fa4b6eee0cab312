/**
 * The one member of the page, as last heard from the server. Every page loads this, so it does without the library that
 * keeps all other answers (web/lib/api/query.ts).
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { mayBeSignedIn } from '#web/lib/auth-storage.ts';

export interface UserState {
  /** Null when signed out, undefined while that is not known. */
  user: User | null | undefined;
  /** Why it could not be found out. */
  error: unknown;
  isLoading: boolean;
}

// Before anything was asked, the answer is as good as under way.
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
    return await (await import('#web/features/accounts/session/ask-user.ts')).askUser();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Asks the server anew who is there. Never throws: what went wrong is part of the state. An answer that was overtaken, by a
 * later request or by what the page itself knows better, is dropped.
 */
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

/** Replaces the member, for example with the answer of a profile change; undefined forgets who it was. */
export function setUser(user: User | null | undefined): void {
  newestRequest += 1;
  isAsking = false;
  show(user === undefined ? unknown : { user, error: undefined, isLoading: false });
}

/** The member as known now. Asks for them where that has not been done. `isLoading`: nothing is known until an answer comes. */
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
  // Once for each part of the page: what failed is not asked for again by itself.
  const asksFirst = useRef(isUnknown);
  useEffect(() => {
    if (asksFirst.current && !isAsking) void refreshUser();
    asksFirst.current = false;
  }, []);
  return { user, error, isLoading: isLoading && isUnknown };
}
