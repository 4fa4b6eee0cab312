import { useEffect, useState } from 'react';
import { page } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';

const scanDialog = page(() => import('#web/features/scans/scanning/ScanDialog.tsx').then((file) => file.ScanDialog));

/** Opens and closes the scanner. Render the returned `dialog` outside of elements that may be hidden. */
export function useScanner({ onClose }: { onClose?: () => void } = {}) {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed');

  // The browser's back button also closes the scanner.
  useEffect(() => {
    if (phase === 'closed') return;
    const handlePopState = () => setPhase('closed');
    addEventListener('popstate', handlePopState);
    return () => removeEventListener('popstate', handlePopState);
  }, [phase]);

  async function open() {
    setPhase('opening');
    try {
      await scanDialog.preload();
      setPhase('open');
    } catch {
      setPhase('closed');
      showToast({ title: 'The scanner didn’t load', description: 'Check your network, then try again.', tone: 'error' });
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
