import { useEffect, useState } from 'react';
import { now } from '#web/lib/react/now.ts';

/** Returns the product's time in milliseconds, updated every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return current;
}
