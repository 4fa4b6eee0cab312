import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { page } from '#web/lib/react/page.tsx';

const ClaimDialog = page(() => import('#web/features/claims/ClaimDialog.tsx').then((file) => file.ClaimDialog)).Component;

export function ClaimCard({ cardId }: { cardId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t`Claim this card`}
      </button>
      {open && <ClaimDialog cardId={cardId} onClose={() => setOpen(false)} />}
    </>
  );
}
