/** Remembers which chest the member opened last: in their account, and on this device until the account has it. */
import { useEffect, useState } from 'react';
import { OpenedChest } from '#schema/chests/treasure-chest.ts';
import { apiSend } from '#web/lib/api/client.ts';

const storageKey = (memberId: number) => `opened_chest_${memberId}`;

function readOpenedMonth(memberId: number): string {
  try {
    return localStorage.getItem(storageKey(memberId)) ?? '';
  } catch {
    return '';
  }
}

interface Chest {
  memberId: number;
  /** `YYYY-MM`; undefined if there is no chest to open. */
  month: string | undefined;
  /** Newest month whose chest is open in the member's account. */
  openedMonth: string | null;
}

/** Returns whether the chest is still closed, and a function that opens it. Works offline: the account learns of it on a later visit. */
export function useClosedChest({ memberId, month, openedMonth }: Chest): { isClosed: boolean; open: () => void } {
  const [openedHere, setOpenedHere] = useState(() => readOpenedMonth(memberId));
  const isOpen = (newest: string | null) => month !== undefined && newest !== null && month <= newest;
  const isUnsaved = isOpen(openedHere) && !isOpen(openedMonth);
  useEffect(() => {
    // If this fails, the next visit tries again.
    if (isUnsaved) void apiSend('PUT', '/api/treasure-chests/opened', { month }, OpenedChest).catch(() => undefined);
  }, [isUnsaved, month]);
  return {
    isClosed: month !== undefined && !isOpen(openedHere) && !isOpen(openedMonth),
    open: () => {
      if (month === undefined) return;
      setOpenedHere(month);
      try {
        localStorage.setItem(storageKey(memberId), month);
      } catch {
        // Without storage, only the account remembers it.
      }
    },
  };
}

/** Returns the month before a time in milliseconds, `YYYY-MM` in UTC. Its chest opens when the month ends. */
export function lastMonth(now: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 7);
}
