import { useState } from 'react';
import type { Claim } from '#schema/claims/claim.ts';
import { AdoptionForm } from '#web/features/claims/AdoptionForm.tsx';
import { ClaimForm } from '#web/features/claims/ClaimForm.tsx';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Lets the member claim a card with a proof or, if it has lost its owner, adopt it. */
export function ClaimDialog({ cardId, adopts, onClose }: { cardId?: string | undefined; adopts?: string; onClose: () => void }) {
  const [sentClaim, setSentClaim] = useState<Claim>();
  return (
    <Dialog open onClose={onClose} title={adopts === undefined ? 'Claim a card' : 'Adopt this card'} size="small">
      {sentClaim ? (
        <ClaimSent claim={sentClaim} onClose={onClose} />
      ) : adopts !== undefined ? (
        <AdoptionForm cardId={adopts} onSent={setSentClaim} onCancel={onClose} />
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
        {claim.proofUrl === null ? 'Request' : 'Claim'} for <span className="code">{claim.cardId}</span> sent
      </h3>
      <p>We’ll review it and email you our decision. You can follow it on your Cache Cards page.</p>
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
