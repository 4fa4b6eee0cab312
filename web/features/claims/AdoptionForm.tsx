import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '#schema/claims/claim.ts';
import { claimCard } from '#web/features/claims/claims-api.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface AdoptionFormProps {
  cardId: string;
  onSent: (claim: Claim) => void;
  onCancel: () => void;
}

/** Asks for a card that has lost its owner. */
export function AdoptionForm({ cardId, onSent, onCancel }: AdoptionFormProps) {
  return (
    <div className="stack">
      <p>
        <Trans>
          <strong className="code">{cardId}</strong> no longer has an active owner. If our team approves your request, it’s yours. You then
          print it with a new code, put it in place and enter its location. You’ll earn tokens for finds, but not for this placement.
        </Trans>
      </p>
      <div className="cluster">
        <ActionButton
          action={async () => onSent(await claimCard({ cardId }))}
          failed={t`Couldn’t send your request`}
          pendingLabel={t`Sending…`}
          data-autofocus
        >
          {t`Ask to adopt it`}
        </ActionButton>
        <button type="button" className="secondary" onClick={onCancel}>{t`Cancel`}</button>
      </div>
    </div>
  );
}
