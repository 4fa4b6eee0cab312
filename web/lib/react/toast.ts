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
// Ids of the mounted toast regions. The most recently mounted one shows the toast because an open dialog makes everything outside of it
// inert.
const regions: string[] = [];

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function startTimer(ms: number): void {
  clearTimeout(timer);
  endsAt = Date.now() + ms;
  timer = setTimeout(dismissToast, ms);
}

/** Shows a toast for 5 seconds, replacing the current one. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  current = { ...message, id: lastId };
  startTimer(toastDurationMs);
  notifyListeners();
}

let waiting: (() => void) | undefined;

export function dismissToast(): void {
  clearTimeout(timer);
  current = null;
  notifyListeners();
  const show = waiting;
  waiting = undefined;
  show?.();
}

/** Calls `show` once no toast is visible. A later call replaces one that still waits. */
export function afterToast(show: () => void): void {
  if (current) waiting = show;
  else show();
}

/** Dismisses an error toast on the next button press so that it does not hide a later success message. */
export function dismissErrorToast({ target }: Event): void {
  if (current?.tone === 'error' && target instanceof Element && target.closest('button')) dismissToast();
}

/** Pauses the timer. Call this while the toast is hovered or focused. */
export function pauseToast(): void {
  if (!current) return;
  clearTimeout(timer);
  remainingMs = Math.max(endsAt - Date.now(), 1_000);
}

export function resumeToast(): void {
  if (current) startTimer(remainingMs);
}

/** Registers a region that can show toasts. Returns a function that removes the region. */
export function addToastRegion(id: string): () => void {
  regions.push(id);
  notifyListeners();
  return () => {
    regions.splice(regions.indexOf(id), 1);
    notifyListeners();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current toast, or null if another region shows it. */
export function useToast(regionId: string): VisibleToast | null {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === regionId ? current : null),
    () => null,
  );
}
