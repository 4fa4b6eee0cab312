/** Opens the upgrade dialog for the URL parameter `upgrade` so that any page can link to it. */
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';

/** `requestedTier` is the preselected plan, or null. Opening the dialog adds a history entry; closing it does not. */
export function useUpgrade() {
  const [tierParameter, set] = useQueryParameter('upgrade');
  const requestedTier = paidTiers.find((tier) => tier === tierParameter) ?? null;
  return { requestedTier, open: (tier: PaidTier) => set(tier, { addsHistoryEntry: true }), close: () => set(null) };
}
