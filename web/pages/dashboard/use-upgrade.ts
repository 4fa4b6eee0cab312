/** The dashboard's upgrade dialog; the query parameter `upgrade` opens it, so that a link from anywhere can. */
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import { useAddressParameter } from '#web/lib/react/use-address-parameter.ts';

/** `wanted`: the plan the dialog is open with, or null. Opening is a step in the browser's history, closing is none. */
export function useUpgrade() {
  const [asked, set] = useAddressParameter('upgrade');
  const wanted = paidTiers.find((tier) => tier === asked) ?? null;
  return { wanted, open: (tier: PaidTier) => set(tier, { isStep: true }), close: () => set(null) };
}
