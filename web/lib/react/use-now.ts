/** A clock for what counts down on the page. */
import { useEffect, useState } from 'react';
import { now } from '#web/lib/react/now.ts';

/** The time in milliseconds, new every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return current;
}
