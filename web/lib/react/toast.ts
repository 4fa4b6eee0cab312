import { useSyncExternalStore } from 'react';
import { toastDurationMs } from '#schema/rules.ts';

export interface ToastMessage {
  title: string;
  description?: string;
  tone: 'success' | 'info' | 'error';
}
export interface VisibleToast extends ToastMessage {
  id: number;
}

let current: VisibleToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let endsAt = 0;
let remainingMs = 0;
const listeners = new Set<() => void>();
// The region mounted last draws the toast, since an open dialog makes everything outside it inert.
const regions: string[] = [];

function notify(): void {
  for (const listener of listeners) listener();
}

function startTimer(ms: number): void {
  clearTimeout(timer);
  endsAt = Date.now() + ms;
  timer = setTimeout(dismissToast, ms);
}

/** Shows it for 5 seconds, replacing the current one. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  current = { ...message, id: lastId };
  startTimer(toastDurationMs);
  notify();
}

export function dismissToast(): void {
  clearTimeout(timer);
  current = null;
  notify();
}

/** Dismisses an error toast on the next button press, so that it does not cover a later success. */
export function dismissOldFailure({ target }: Event): void {
  if (current?.tone === 'error' && target instanceof Element && target.closest('button')) dismissToast();
}

/** Call while it is hovered or focused. */
export function pauseToast(): void {
  if (!current) return;
  clearTimeout(timer);
  remainingMs = Math.max(endsAt - Date.now(), 1_000);
}

export function resumeToast(): void {
  if (current) startTimer(remainingMs);
}

/** Returns a function that removes it. */
export function addToastRegion(id: string): () => void {
  regions.push(id);
  notify();
  return () => {
    regions.splice(regions.indexOf(id), 1);
    notify();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null unless this region draws the toast. */
export function useToast(regionId: string): VisibleToast | null {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === regionId ? current : null),
    () => null,
  );
}
