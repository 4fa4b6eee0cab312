/** Remembers on this device which chest the member opened last. */
import { useState } from 'react';

const storageKey = (memberId: number) => `opened_chest_${memberId}`;

function readOpenedMonth(memberId: number): string {
  try {
    return localStorage.getItem(storageKey(memberId)) ?? '';
  } catch {
    return '';
  }
}

/** Returns whether the chest of `month` (`YYYY-MM`) is still closed, and a function that opens it. */
export function useClosedChest(memberId: number, month: string | undefined): { isClosed: boolean; open: () => void } {
  const [openedMonth, setOpenedMonth] = useState(() => readOpenedMonth(memberId));
  return {
    isClosed: month !== undefined && month > openedMonth,
    open: () => {
      if (month === undefined) return;
      setOpenedMonth(month);
      try {
        localStorage.setItem(storageKey(memberId), month);
      } catch {
        // Without storage, the chest is closed again on the next visit.
      }
    },
  };
}

/** Returns the month before a time in milliseconds, `YYYY-MM` in UTC. Its chest opens when the month ends. */
export function lastMonth(now: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 7);
}
