import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AdminConversation, ViewResponse } from '#schema/messages/admin-messages.ts';
import { viewerReportMs } from '#schema/rules.ts';
import { reportView } from '#web/features/messages/admin/messages-api.ts';

/** Reports every few seconds, while the page is visible, that this administrator has the conversation open. Returns the other viewers. */
export function useViewers(conversation: AdminConversation, isTyping: RefObject<boolean>): ViewResponse['viewers'] {
  const [viewers, setViewers] = useState<ViewResponse['viewers']>([]);
  const current = useRef(conversation);
  current.current = conversation;

  useEffect(() => {
    let isGone = false;
    const report = async () => {
      if (document.visibilityState === 'hidden') return;
      // A failed report is repeated by the next one.
      const others = await reportView(current.current, isTyping.current).catch(() => undefined);
      if (others && !isGone) setViewers(others);
    };
    void report();
    const timer = setInterval(() => void report(), viewerReportMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isTyping]);

  return viewers;
}
