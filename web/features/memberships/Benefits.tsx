import '#web/features/memberships/membership.css';
import type { PaidTier } from '#schema/orders/order.ts';
import { tierBenefits } from '#web/features/memberships/membership-labels.ts';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

/** Lists what a membership includes. */
export function Benefits({ tier }: { tier: PaidTier }) {
  return (
    <ul className="stack gap-2 plain-list membership-benefits">
      {tierBenefits(tier).map((benefit) => (
        <li key={benefit}>
          <CheckIcon />
          <span>{benefit}</span>
        </li>
      ))}
    </ul>
  );
}
