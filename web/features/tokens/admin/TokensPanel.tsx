import '#web/features/tokens/admin/tokens.css';
import { LedgerCheckPanel } from '#web/features/tokens/admin/LedgerCheckPanel.tsx';
import { useTokenTotals } from '#web/features/tokens/admin/ledger-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { StatTile } from '#web/ui/StatTile.tsx';

export function TokensPanel() {
  return (
    <section className="stack gap-3" aria-labelledby="ledger-title">
      <h2 id="ledger-title" tabIndex={-1}>
        Tokens
      </h2>
      <TokenTiles />
      <LedgerCheckPanel />
    </section>
  );
}

function TokenTiles() {
  const { data, error, mutate } = useTokenTotals();
  if (error !== undefined && !data) {
    return (
      <p role="alert">
        Couldn’t load the totals: {errorText(error, 'please try again in a moment.')}{' '}
        <button type="button" className="secondary button-small" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    );
  }
  const formatCount = (value: number | undefined) => (value === undefined ? <span aria-hidden="true">…</span> : number(value));
  return (
    <section className="token-tiles" aria-label="Tokens in the last 30 days" aria-busy={!data}>
      <StatTile label="Issued, 30 days" value={formatCount(data?.lately.issued)} />
      <StatTile label="Redeemed, 30 days" value={formatCount(data?.lately.redeemed)} />
      <StatTile label="Withdrawn, 30 days" value={formatCount(data?.lately.withdrawn)} />
      <StatTile label="Owed by members" value={formatCount(data?.owed)} />
      <StatTile label="Ledger entries" value={formatCount(data?.entries)} />
    </section>
  );
}
