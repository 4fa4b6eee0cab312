import { type RefObject, useState } from 'react';
import type { AdminConversation, ViewResponse } from '#schema/messages/admin-messages.ts';
import { viewerReportMs } from '#schema/rules.ts';
import { reportView } from '#web/features/messages/admin/messages-api.ts';
import { useRefresh } from '#web/lib/react/use-refresh.ts';

/** Reports every few seconds, while the page is visible, that this administrator has the conversation open. Returns the other viewers. */
export function useViewers(conversation: AdminConversation, isTyping: RefObject<boolean>): ViewResponse['viewers'] {
  const [viewers, setViewers] = useState<ViewResponse['viewers']>([]);
  useRefresh(async () => setViewers(await reportView(conversation, isTyping.current)), viewerReportMs, true);
  return viewers;
}
