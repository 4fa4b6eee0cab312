import { errorText } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import type { useTotals } from '#web/pages/admin/dashboard/totals.ts';
import { StatTile } from '#web/ui/StatTile.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface TotalsProps {
  totals: ReturnType<typeof useTotals>;
}

export function TotalTiles({ totals: { data, error } }: TotalsProps) {
  const formatCount = (value: number | undefined) => (value === undefined ? <span aria-hidden="true">…</span> : number(value));
  return (
    <section className="admin-tiles" aria-labelledby="totals-title" aria-busy={data === undefined && error === undefined}>
      <h2 id="totals-title" className="visually-hidden">
        Totals
      </h2>
      <StatTile label="Total Users" value={formatCount(data?.users)} />
      <StatTile label="Total Cache Cards" value={formatCount(data?.cards)} />
      <StatTile label="Tokens Issued" value={formatCount(data?.tokensIssued)} />
    </section>
  );
}

export function TotalsFailed({ totals: { error, mutate } }: TotalsProps) {
  if (error === undefined) return null;
  return (
    <Alert tone="error" title="The totals could not be loaded">
      <p>{errorText(error, 'Please try again in a moment.')}</p>
      <button type="button" className="secondary" onClick={() => void mutate()}>
        Try again
      </button>
    </Alert>
  );
}
