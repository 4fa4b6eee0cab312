import { useEffect, useRef } from 'react';

/**
 * Calls `refresh` every `intervalMs` while the page is visible and online, and when the window gets focus. Waits for a running call instead
 * of starting another one. With `startsNow`, also calls it when the component appears.
 */
export function useRefresh(refresh: () => Promise<unknown>, intervalMs: number, startsNow = false): void {
  const current = useRef(refresh);
  current.current = refresh;

  useEffect(() => {
    let isRunning = false;
    const run = async () => {
      if (isRunning || document.visibilityState === 'hidden' || !navigator.onLine) return;
      isRunning = true;
      // A failed call is repeated by the next one.
      await current.current().catch(() => undefined);
      isRunning = false;
    };
    if (startsNow) void run();
    let timer = setInterval(() => void run(), intervalMs);
    const runNow = () => {
      clearInterval(timer);
      timer = setInterval(() => void run(), intervalMs);
      void run();
    };
    addEventListener('focus', runNow);
    document.addEventListener('visibilitychange', runNow);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', runNow);
      document.removeEventListener('visibilitychange', runNow);
    };
  }, [intervalMs, startsNow]);
}
