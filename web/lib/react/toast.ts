/** The one toast of the page: what it says, how long it stays, where it is drawn. */
import { useSyncExternalStore } from 'react';
import { toastDurationMs } from '#schema/rules.ts';

export interface ToastMessage {
  title: string;
  description?: string;
  tone: 'success' | 'info' | 'error';
}
export interface ShownToast extends ToastMessage {
  id: number;
}

let current: ShownToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let endsAt = 0;
let remainingMs = 0;
const listeners = new Set<() => void>();
// The last region to appear draws the toast: an open dialog makes everything outside itself inert.
const regions: string[] = [];

function notify(): void {
  for (const listener of listeners) listener();
}

function startTimer(ms: number): void {
  clearTimeout(timer);
  endsAt = Date.now() + ms;
  timer = setTimeout(dismissToast, ms);
}

/** Shows a toast for 5 seconds, in place of the one that may be there. */
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

/**
 * What failed is old news once the next thing is tried: the word of it goes with the next press of a button, which sends a form
 * too. It must not stand over what then succeeds.
 */
export function dismissOldFailure({ target }: Event): void {
  if (current?.tone === 'error' && target instanceof Element && target.closest('button')) dismissToast();
}

/** Holds the toast while someone points at it or has the focus in it. */
export function pauseToast(): void {
  if (!current) return;
  clearTimeout(timer);
  remainingMs = Math.max(endsAt - Date.now(), 1_000);
}

export function resumeToast(): void {
  if (current) startTimer(remainingMs);
}

/** Announces a place where toasts can be drawn; answers how to take it away. */
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

/** The toast this region has to draw now. */
export function useToastOf(regionId: string): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === regionId ? current : null),
    () => null,
  );
}
