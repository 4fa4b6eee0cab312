import { useTokenTotals } from '#web/features/tokens/admin/ledger-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { StatTile } from '#web/ui/StatTile.tsx';

export function TokenTiles() {
  const { data, error, mutate } = useTokenTotals();
  if (error !== undefined && !data) {
    return (
      <p role="alert">
        The totals could not be loaded: {errorText(error, 'please try again in a moment.')}{' '}
        <button type="button" className="secondary button-small" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    );
  }
  const shown = (value: number | undefined) => (value === undefined ? <span aria-hidden="true">…</span> : number(value));
  return (
    <section className="token-tiles" aria-label="Tokens in the last 30 days" aria-busy={!data}>
      <StatTile label="Issued, 30 days" value={shown(data?.lately.issued)} />
      <StatTile label="Redeemed, 30 days" value={shown(data?.lately.redeemed)} />
      <StatTile label="Withdrawn, 30 days" value={shown(data?.lately.withdrawn)} />
      <StatTile label="Owed by members" value={shown(data?.owed)} />
      <StatTile label="Ledger entries" value={shown(data?.entries)} />
    </section>
  );
}
