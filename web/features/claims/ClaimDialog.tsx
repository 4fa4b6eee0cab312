import { useState } from 'react';
import type { Claim } from '#schema/claims/claim.ts';
import { ClaimForm } from '#web/features/claims/ClaimForm.tsx';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface ClaimDialogProps {
  cardId?: string | undefined;
  onClose: () => void;
}

export function ClaimDialog({ cardId, onClose }: ClaimDialogProps) {
  const [sent, setSent] = useState<Claim>();
  return (
    <Dialog open onClose={onClose} title="Claim a card" size="small">
      {sent ? <ClaimSent claim={sent} onClose={onClose} /> : <ClaimForm cardId={cardId} onSent={setSent} onCancel={onClose} />}
    </Dialog>
  );
}

function ClaimSent({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Claim for <span className="code">{claim.cardId}</span> sent
      </h3>
      <p>We’ll review your proof and email you our decision. You can follow it on your Cache Cards page.</p>
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
