import { useState } from 'react';
import '#web/features/admin/tabs-head.css';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { usePayoutSummary } from '#web/features/payouts/admin/payouts-api.ts';
import { StartRunDialog } from '#web/features/payouts/admin/runs/StartRunDialog.tsx';
import { formatDollars, plural } from '#web/lib/format.ts';

export function PayoutTotal({ onStarted }: { onStarted: (id: number) => void }) {
  const { data } = usePayoutSummary();
  const isSuperAdmin = useIsSuperAdmin();
  const [isStarting, setStarting] = useState(false);
  return (
    <div className="cluster tabs-head">
      <p className="payout-sum">
        {data ? (
          <>
            <strong>{formatDollars(data.owedCents / 100)}</strong> owed to {plural(data.owedMembers, 'member')}
          </>
        ) : (
          <span aria-hidden="true">…</span>
        )}
      </p>
      {isSuperAdmin && (
        <button type="button" className="button-small" onClick={() => setStarting(true)}>
          Start a payout run
        </button>
      )}
      {isStarting && (
        <StartRunDialog
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            onStarted(id);
          }}
        />
      )}
    </div>
  );
}
