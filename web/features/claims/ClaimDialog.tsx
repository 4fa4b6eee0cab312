import { useState } from 'react';
import type { Claim } from '#schema/claims/claim.ts';
import { ClaimForm } from '#web/features/claims/ClaimForm.tsx';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

export function ClaimDialog({ cardId, onClose }: { cardId?: string | undefined; onClose: () => void }) {
  const [sentClaim, setSentClaim] = useState<Claim>();
  return (
    <Dialog open onClose={onClose} title="Claim a card" size="small">
      {sentClaim ? (
        <ClaimSent claim={sentClaim} onClose={onClose} />
      ) : (
        <ClaimForm cardId={cardId} onSent={setSentClaim} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function ClaimSent({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
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
