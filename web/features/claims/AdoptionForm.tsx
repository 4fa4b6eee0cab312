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
        <strong className="code">{cardId}</strong> no longer has an active owner. Once our team agrees, it’s yours: you enter its place,
        look after it and earn a token for each find. Placing an adopted card pays nothing.
      </p>
      <div className="cluster">
        <ActionButton
          action={async () => onSent(await claimCard({ cardId }))}
          failed="Couldn’t send your request"
          pendingLabel="Sending…"
          data-autofocus
        >
          Ask to adopt it
        </ActionButton>
        <button type="button" className="secondary" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
