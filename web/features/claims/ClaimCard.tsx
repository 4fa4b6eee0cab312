import { lazy, Suspense, useState } from 'react';

const ClaimDialog = lazy(() => import('#web/features/claims/ClaimDialog.tsx').then((file) => ({ default: file.ClaimDialog })));

/** The way to say that the card which was just opened is one's own. */
export function ClaimCard({ cardId }: { cardId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="secondary button-block" onClick={() => setOpen(true)}>
        This is my card: claim it
      </button>
      <Suspense>{open && <ClaimDialog cardId={cardId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
