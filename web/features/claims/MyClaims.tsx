import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { normalizeCardId } from '#schema/cards/card-id.ts';
import type { Claim, ClaimStatus } from '#schema/claims/claim.ts';
import { ClaimDialog } from '#web/features/claims/ClaimDialog.tsx';
import { useClaims, withdrawClaim } from '#web/features/claims/claims-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const statusBadges = (): Record<ClaimStatus, { tone: BadgeTone; label: string }> => ({
  pending: { tone: 'yellow', label: t`Pending` },
  approved: { tone: 'green', label: t`Approved` },
  rejected: { tone: 'red', label: t`Rejected` },
  withdrawn: { tone: 'grey', label: t`Withdrawn` },
});

export function MyClaims() {
  const [isClaiming, setIsClaiming] = useState(false);
  const [adopts, setAdopts] = useQueryParameter('adopt');
  return (
    <section className="sheet stack" aria-labelledby="claims-title">
      <div className="spread">
        <h2 id="claims-title">{t`My claims`}</h2>
        <button type="button" className="secondary button-small" onClick={() => setIsClaiming(true)}>{t`Claim a card`}</button>
      </div>
      <Loaded query={useClaims()} subject={t`Your claims`} blocks={['4rem']}>
        {(claims) => <ClaimRows claims={claims} />}
      </Loaded>
      {isClaiming && <ClaimDialog onClose={() => setIsClaiming(false)} />}
      {adopts !== null && <ClaimDialog adopts={normalizeCardId(adopts)} onClose={() => setAdopts(null)} />}
    </section>
  );
}

function ClaimRows({ claims }: { claims: Claim[] }) {
  if (claims.length === 0) {
    return (
      <p className="muted">{t`No claims yet. Is your card listed under another owner? Claim it with a link that proves it’s yours.`}</p>
    );
  }
  return (
    <ul className="plain-list claims">
      {claims.map((claim) => (
        <ClaimRow key={claim.id} claim={claim} />
      ))}
    </ul>
  );
}

function ClaimRow({ claim: { id, cardId, status, proofUrl, adminComment, createdAt, updatedAt } }: { claim: Claim }) {
  const row = useRef<HTMLLIElement>(null);
  const { tone, label } = statusBadges()[status];
  const isRequest = proofUrl === null;

  async function withdraw() {
    try {
      await withdrawClaim(id);
      row.current?.focus();
      showToast({
        title: isRequest ? t`Request withdrawn` : t`Claim withdrawn`,
        description: isRequest ? t`You can request ${cardId} again at any time.` : t`You can claim ${cardId} again at any time.`,
        tone: 'success',
      });
    } catch (error) {
      row.current?.focus();
      const title = isRequest ? t`Couldn’t withdraw the request` : t`Couldn’t withdraw the claim`;
      showToast({ title, description: errorText(error, t`Please try again.`), tone: 'error' });
    }
  }

  return (
    <li ref={row} tabIndex={-1}>
      <div className="cluster">
        <strong className="code">{cardId}</strong>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="small">
        {isRequest ? (
          t`Adoption`
        ) : (
          <a href={proofUrl} target="_blank" rel="noopener noreferrer nofollow">
            {proofUrl}
          </a>
        )}
      </p>
      <p className="muted small">
        {isRequest ? t`Requested ${date(createdAt)}` : t`Claimed ${date(createdAt)}`}
        {status === 'pending' ? `. ${t`We’ll email you our decision.`}` : `, ${label.toLowerCase()} ${date(updatedAt)}`}
      </p>
      {adminComment && <blockquote>{adminComment}</blockquote>}
      {status === 'pending' && (
        <div className="cluster">
          <ActionButton
            className="secondary button-small"
            action={withdraw}
            pendingLabel={t`Withdrawing…`}
            aria-label={isRequest ? t`Withdraw the request for ${cardId}` : t`Withdraw the claim for ${cardId}`}
          >
            {t`Withdraw`}
          </ActionButton>
        </div>
      )}
    </li>
  );
}
