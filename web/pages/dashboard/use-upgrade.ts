/** The dashboard's upgrade dialog; the query parameter `upgrade` opens it, so that a link from anywhere can. */
import { useSearchParams } from 'wouter';
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';

/** `wanted`: the plan the dialog is open with, or null. Opening is a step in the browser's history, closing is none. */
export function useUpgrade() {
  const [query, setQuery] = useSearchParams();
  const wanted = paidTiers.find((tier) => tier === query.get('upgrade')) ?? null;

  function set(tier: PaidTier | null) {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (tier === null) next.delete('upgrade');
        else next.set('upgrade', tier);
        return next;
      },
      { replace: tier === null },
    );
  }
  return { wanted, open: (tier: PaidTier) => set(tier), close: () => set(null) };
}
