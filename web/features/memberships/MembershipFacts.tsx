import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Membership } from '#schema/memberships/membership.ts';
import { membershipPriceCents } from '#schema/rules.ts';
import { Benefits } from '#web/features/memberships/Benefits.tsx';
import { CancelDialog } from '#web/features/memberships/CancelDialog.tsx';
import { describeDispute, describeMembership, tierNames } from '#web/features/memberships/membership-labels.ts';
import { ResumeMembership } from '#web/features/memberships/ResumeMembership.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';

const stateBadges = (): Record<Membership['state'], StateLabel | null> => ({
  free: null,
  active: { label: t({ message: 'Active', context: 'membership' }), tone: 'green' },
  cancelling: { label: t`Ending`, tone: 'yellow' },
  renewing: { label: t({ message: 'Active', context: 'membership' }), tone: 'green' },
  grace: { label: t`Payment failed`, tone: 'red' },
  granted: { label: t`Complimentary`, tone: 'info' },
});

const disputedBadge = (): StateLabel => ({ label: t({ message: 'In dispute', context: 'membership' }), tone: 'yellow' });

export function MembershipFacts({ membership, isCompact }: { membership: Membership; isCompact: boolean }) {
  const { tier, state, yearlyPrice } = membership;
  const [isAsking, setIsAsking] = useState(false);
  const summary = useFocusAfterChange(state, isAsking);
  const badge = membership.dispute ? disputedBadge() : stateBadges()[state];

  return (
    <>
      <div className="stack gap-1 membership-summary" ref={summary} tabIndex={-1}>
        <p className="cluster membership-tier">
          <strong>{tierNames[tier]}</strong>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </p>
        <p>{describeMembership(membership)}</p>
        {membership.dispute && <p>{describeDispute(membership.dispute)}</p>}
      </div>
      {!isCompact && (tier === 'free' ? <BasicBenefits /> : <Benefits tier={tier} />)}
      <div className="cluster membership-actions">
        {state === 'grace' && <PayNow membership={membership} />}
        {state === 'cancelling' && yearlyPrice !== null && <ResumeMembership yearlyPrice={yearlyPrice} />}
        {tier === 'basic' && state !== 'grace' && <p className="muted">{t`Premium is ${dollars(membershipPriceCents.premium)} a year.`}</p>}
        {tier !== 'premium' && state !== 'grace' && (
          <Link href={upgradePath(tier === 'free' ? 'basic' : 'premium')} className={tier === 'free' ? 'button' : 'button secondary'}>
            {tier === 'free' ? t`Upgrade to Basic` : t`Upgrade to Premium`}
          </Link>
        )}
        {(state === 'active' || state === 'renewing' || state === 'grace') && !isCompact && (
          <button type="button" className="link-button membership-cancel" onClick={() => setIsAsking(true)}>{t`Cancel membership`}</button>
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

function PayNow({ membership: { tier, renewalAmount } }: { membership: Membership }) {
  if (tier === 'free') return null;
  return (
    <Link href={paths.checkout('membership', tier)} className="button treasure membership-pay">
      {t`Pay now`}
      {renewalAmount === null ? '' : ` ${dollars(renewalAmount)}`}
    </Link>
  );
}

function BasicBenefits() {
  return (
    <div className="stack gap-2">
      <p>
        <strong>{t`With Basic, for ${dollars(membershipPriceCents.basic)} a year:`}</strong>
      </p>
      <Benefits tier="basic" />
    </div>
  );
}
