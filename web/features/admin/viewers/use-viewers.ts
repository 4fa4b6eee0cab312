import { useState } from 'react';
import { type ViewerKind, ViewResponse } from '#schema/admin/viewers.ts';
import { viewerReportMs } from '#schema/rules.ts';
import { inBackground } from '#web/features/admin/live-query.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useRefresh } from '#web/lib/react/use-refresh.ts';

export type Viewer = ViewResponse['viewers'][number];

interface OpenRecord {
  kind: ViewerKind;
  id: number;
  /** Version that the page shows; undefined while it loads. */
  version: number | undefined;
  isActing: () => boolean;
  /** Loads the record again because someone has changed it. Must not discard what is being typed. */
  reload: () => Promise<unknown>;
}

/**
 * Reports every few seconds, while the page is visible, that this administrator has the record open, and reloads it when it has changed.
 * Returns the other viewers.
 */
export function useViewers({ kind, id, version, isActing, reload }: OpenRecord): Viewer[] {
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useRefresh(
    async () => {
      const current = await apiSend('POST', '/api/admin/viewers', { kind, id, isActing: isActing() }, ViewResponse, inBackground);
      setViewers(current.viewers);
      if (version !== undefined && current.version !== version) await reload();
    },
    viewerReportMs,
    true,
  );
  return viewers;
}
