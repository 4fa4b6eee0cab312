import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { page } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';

const scanDialog = page(() => import('#web/features/scans/scanning/ScanDialog.tsx').then((file) => file.ScanDialog));

/** Opens and closes the scanner. Render the returned `dialog` outside of elements that may be hidden. */
export function useScanner({ onClose }: { onClose?: () => void } = {}) {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed');

  async function open() {
    setPhase('opening');
    try {
      await scanDialog.preload();
      setPhase('open');
    } catch {
      setPhase('closed');
      showToast({ title: t`The scanner didn’t load`, description: t`Check your network, then try again.`, tone: 'error' });
    }
  }

  function close() {
    setPhase('closed');
    onClose?.();
  }

  return {
    open: () => void open(),
    isOpening: phase === 'opening',
    isOpen: phase === 'open',
    dialog: phase === 'open' && <scanDialog.Component open onClose={close} />,
  };
}
