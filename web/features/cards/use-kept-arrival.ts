/** Keeps the scan of a card that was opened without network. */
import { useEffect, useState } from 'react';
import { pageQueue } from '#web/lib/offline/page-queue.ts';
import { newScanKey } from '#web/lib/send-scan.ts';

/** Whether the scan is kept; undefined while that is being done. However often it runs, there is one scan of a card. */
export function useKeptArrival(cardId: string, code: string | undefined): boolean | undefined {
  const [isKept, setIsKept] = useState<boolean>();
  useEffect(() => {
    let left = false;
    pageQueue.keep({ cardId, ...(code && { code }), source: 'offline', key: newScanKey() }).then((kept) => {
      if (!left) setIsKept(kept);
    });
    return () => {
      left = true;
    };
  }, [cardId, code]);
  return isKept;
}
