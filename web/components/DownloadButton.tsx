import type { ReactNode } from 'react';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { errorText } from '#web/lib/api.ts';
import { downloadByLink } from '#web/lib/download.ts';
import { showToast } from '#web/lib/toast.ts';

interface DownloadButtonProps {
  /** Of /api/admin or /api/test-cards. */
  path: string;
  /** Title of what is said where it was not made. */
  failed: string;
  isSmall?: boolean;
  children: ReactNode;
}

/** Downloads what the server makes for administrators. */
export function DownloadButton({ path, failed, isSmall = false, children }: DownloadButtonProps) {
  async function download() {
    try {
      await downloadByLink(path);
    } catch (error) {
      showToast({ title: failed, description: errorText(error, 'Please try again.'), tone: 'error' });
    }
  }

  return (
    <ActionButton className={isSmall ? 'secondary button-small' : 'secondary'} action={download} pendingLabel="Preparing…">
      {children}
    </ActionButton>
  );
}
