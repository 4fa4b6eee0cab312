import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Membership } from '#schema/memberships/membership.ts';
import { membershipPriceCents } from '#schema/rules.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { CancelDialog } from '#web/features/memberships/CancelDialog.tsx';
import { changeMembership } from '#web/features/memberships/membership-api.ts';
import { describeMembership, tierBenefits, tierNames } from '#web/features/memberships/membership-labels.ts';
import { renewalTerms } from '#web/features/memberships/renewal-terms.ts';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { date, dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const stateBadges: Record<Membership['state'], StateLabel | null> = {
  free: null,
  active: { label: 'Active', tone: 'green' },
  cancelling: { label: 'Ending', tone: 'yellow' },
  grace: { label: 'Payment failed', tone: 'red' },
  granted: { label: 'Complimentary', tone: 'info' },
};

const disputedBadge: StateLabel = { label: 'In dispute', tone: 'yellow' };

export function MembershipFacts({ membership, isCompact }: { membership: Membership; isCompact: boolean }) {
  const { tier, state, yearlyPrice } = membership;
  const [isAsking, setIsAsking] = useState(false);
  const summary = useFocusAfterChange(state, isAsking);
  const badge = membership.isDisputed ? disputedBadge : stateBadges[state];

  return (
    <>
      <div className="stack gap-1 membership-summary" ref={summary} tabIndex={-1}>
        <p className="cluster membership-tier">
          <strong>{tierNames[tier]}</strong>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </p>
        {state !== 'grace' && <p>{describeMembership(membership)}</p>}
      </div>
      {state === 'grace' && <PaymentFailed membership={membership} />}
      {tier === 'free' && !isCompact && <BasicBenefits />}
      <div className="cluster membership-actions">
        {state === 'cancelling' && yearlyPrice !== null && <ResumeButton yearlyPrice={yearlyPrice} />}
        {tier !== 'premium' && state !== 'grace' && (
          <Link href={upgradePath(tier === 'free' ? 'basic' : 'premium')} className={tier === 'free' ? 'button' : 'button secondary'}>
            {tier === 'free' ? 'Upgrade to Basic' : 'Upgrade to Premium'}
          </Link>
        )}
        {(state === 'active' || state === 'grace') && !isCompact && (
          <button type="button" className="ghost" onClick={() => setIsAsking(true)}>
            Cancel membership
          </button>
        )}
      </div>
      <CancelDialog open={isAsking} membership={membership} onClose={() => setIsAsking(false)} />
    </>
  );
}

/** Moves the focus to the new membership state when a membership change removes the pressed button. */
function useFocusAfterChange(state: Membership['state'], isAsking: boolean) {
  const summary = useRef<HTMLDivElement>(null);
  const lastState = useRef(state);
  useEffect(() => {
    if (isAsking || lastState.current === state) return;
    lastState.current = state;
    summary.current?.focus();
  }, [state, isAsking]);
  return summary;
}

function PaymentFailed({ membership }: { membership: Membership }) {
  const price = membership.renewalAmount === null ? '' : ` ${dollars(membership.renewalAmount)}`;
  return (
    <div className="stack">
      <Alert tone="warning" title="Your renewal payment failed.">
        {describeMembership(membership)}
      </Alert>
      {membership.tier !== 'free' && (
        <Link href={paths.checkout('membership', membership.tier)} className="button treasure membership-pay">
          Pay now{price}
        </Link>
      )}
    </div>
  );
}

function BasicBenefits() {
  return (
    <div className="stack gap-2">
      <p>
        <strong>With Basic, for {dollars(membershipPriceCents.basic)} a year:</strong>
      </p>
      <ul className="stack gap-2 plain-list membership-benefits">
        {tierBenefits('basic').map((benefit) => (
          <li key={benefit}>
            <CheckIcon />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ResumeButton({ yearlyPrice }: { yearlyPrice: number }) {
  const { refresh } = useUser();
  const termsId = useId();

  async function resume() {
    try {
      const { paidUntil } = await changeMembership('resume');
      const description = paidUntil ? `It renews on ${date(paidUntil)}.` : 'It will renew automatically.';
      showToast({ title: 'Membership resumed', description, tone: 'success' });
    } finally {
      void refresh().catch(() => undefined);
    }
  }

  return (
    <>
      <p id={termsId} className="small">
        {renewalTerms(yearlyPrice)}
      </p>
      <ActionButton action={resume} failed="Your membership was not resumed" pendingLabel="Resuming…" aria-describedby={termsId}>
        Resume membership
      </ActionButton>
    </>
  );
}
