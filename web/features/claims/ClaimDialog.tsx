import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Claim, ClaimKind } from '#schema/claims/claim.ts';
import { AdoptionForm } from '#web/features/claims/AdoptionForm.tsx';
import { ClaimForm } from '#web/features/claims/ClaimForm.tsx';
import { checkClaim } from '#web/features/claims/claims-api.ts';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

/** Lets the member claim a card with a proof or, if it has lost its owner, adopt it. */
export function ClaimDialog({ cardId, adopts, onClose }: { cardId?: string | undefined; adopts?: string; onClose: () => void }) {
  const [sentClaim, setSentClaim] = useState<Claim>();
  return (
    <Dialog open onClose={onClose} title={adopts === undefined ? t`Claim a card` : t`Adopt this card`} size="small">
      {sentClaim ? (
        <ClaimSent claim={sentClaim} onClose={onClose} />
      ) : adopts !== undefined ? (
        <ClaimCheck cardId={adopts} kind="adoption" onClose={onClose}>
          <AdoptionForm cardId={adopts} onSent={setSentClaim} onCancel={onClose} />
        </ClaimCheck>
      ) : cardId === undefined ? (
        <ClaimForm cardId={cardId} onSent={setSentClaim} onCancel={onClose} />
      ) : (
        <ClaimCheck cardId={cardId} kind="claim" onClose={onClose}>
          <ClaimForm cardId={cardId} onSent={setSentClaim} onCancel={onClose} />
        </ClaimCheck>
      )}
    </Dialog>
  );
}

interface ClaimCheckProps {
  cardId: string;
  kind: ClaimKind;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the form, or why the claim would be refused. If the check fails, shows the form, because the server checks again. */
function ClaimCheck({ cardId, kind, onClose, children }: ClaimCheckProps) {
  const [outcome, setOutcome] = useState<{ error?: unknown }>();
  useEffect(() => {
    checkClaim(cardId, kind).then(
      () => setOutcome({}),
      (error) => setOutcome({ error }),
    );
  }, [cardId, kind]);
  if (!outcome) return <Loading label={t`Checking the card…`} blocks={['10rem']} />;
  const { error } = outcome;
  if (!(error instanceof ApiError) || error.status >= 500) return children;
  return (
    <div className="stack">
      <Alert tone="info" title={kind === 'adoption' ? t`You can’t adopt this card` : t`You can’t claim this card`}>
        {errorText(error, t`We couldn’t check this card. Please try again later.`)}
      </Alert>
      <div className="cluster">
        {error.body?.code === 'adoption_needs_membership' && (
          <Link href={upgradePath('basic')} className="button">{t`Upgrade to Basic`}</Link>
        )}
        <button type="button" className="secondary" onClick={onClose}>{t`Close`}</button>
      </div>
    </div>
  );
}

function ClaimSent({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {claim.proofUrl === null ? (
          <Trans>
            Request for <span className="code">{claim.cardId}</span> sent
          </Trans>
        ) : (
          <Trans>
            Claim for <span className="code">{claim.cardId}</span> sent
          </Trans>
        )}
      </h3>
      <p>{t`We’ll review it and email you our decision. You can follow it on your Cache Cards page.`}</p>
      <button type="button" onClick={onClose}>{t`Done`}</button>
    </div>
  );
}
