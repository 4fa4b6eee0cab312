import type { ReactNode } from 'react';
import { downloadByLink } from '#web/lib/api/download.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface DownloadButtonProps {
  /** API path of the file, under /api/admin or /api/test-cards. */
  path: string;
  failed: string;
  isSmall?: boolean;
  children: ReactNode;
}

export function DownloadButton({ path, failed, isSmall = false, children }: DownloadButtonProps) {
  return (
    <ActionButton
      className={isSmall ? 'secondary button-small' : 'secondary'}
      action={() => downloadByLink(path)}
      failed={failed}
      pendingLabel="Preparing…"
    >
      {children}
    </ActionButton>
  );
}
