/** Opens the upgrade dialog for the URL parameter `upgrade`, so that any page can link to it. */
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import { useAddressParameter } from '#web/lib/react/use-address-parameter.ts';

/** `requestedTier` is the preselected plan, or null. Opening the dialog adds a history entry; closing it does not. */
export function useUpgrade() {
  const [tierParameter, set] = useAddressParameter('upgrade');
  const requestedTier = paidTiers.find((tier) => tier === tierParameter) ?? null;
  return { requestedTier, open: (tier: PaidTier) => set(tier, { isStep: true }), close: () => set(null) };
}
