import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { membershipPriceCents, referralCommissionCents, treasureChestLevels } from '#schema/rules.ts';
import type { Earnings } from '#schema/site.ts';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { getEarningLabel } from '#web/features/referrals/commission-labels.ts';
import { canHaveEarnings, useEarnings } from '#web/features/referrals/earnings.ts';
import { PayoutAddressSection } from '#web/features/referrals/PayoutAddressSection.tsx';
import { earningsId } from '#web/features/referrals/use-earnings-anchor.ts';
import { date, dollars, formatDollars } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { FactList } from '#web/ui/FactList.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { WalletIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface EarningsSectionProps {
  user: User;
  /** Ref to the section's heading. The heading gets the focus when the visitor follows a link to the earnings. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Shows the member's earnings. Free members see their past earnings and how to earn more. */
export function EarningsSection({ user, heading }: EarningsSectionProps) {
  return (
    <section id={earningsId} className="stack earnings" aria-labelledby="earnings-title">
      <h2 id="earnings-title" ref={heading} tabIndex={-1}>{t`Earnings`}</h2>
      {canHaveEarnings(user) && <MemberEarnings user={user} />}
      {user.role === 'free' && <UpgradePrompt hasEarned={user.hasEarnings} />}
    </section>
  );
}

function UpgradePrompt({ hasEarned }: { hasEarned: boolean }) {
  const { basic, premium } = referralCommissionCents;
  const highestChest = Math.max(...treasureChestLevels.map((level) => level.payoutCents));
  return (
    <div className="sheet earnings-prompt">
      <WalletIcon />
      <p>
        <Trans>
          <strong>Earn money with Basic or Premium.</strong> Basic is {dollars(membershipPriceCents.basic)} a year. You get{' '}
          {dollars(basic.basic)} to {dollars(premium.premium)} for each friend who becomes a paying member, plus up to{' '}
          {dollars(highestChest)} a month from Treasure Chests.
        </Trans>{' '}
        {hasEarned ? t`What you’ve already earned stays yours.` : t`You keep the keys you earn before upgrading.`}
      </p>
      <Link href={upgradePath('basic')} className="button secondary">{t`Upgrade to Basic`}</Link>
    </div>
  );
}

function MemberEarnings({ user }: { user: User }) {
  return (
    <Loaded query={useEarnings(user)} subject={t`Your earnings`} blocks={['5rem', '10rem']}>
      {(earnings) => <AllEarnings earnings={earnings} user={user} />}
    </Loaded>
  );
}

function AllEarnings({ earnings: { summary, commissions, treasureChests, surpluses }, user }: { earnings: Earnings; user: User }) {
  return (
    <>
      <FactList
        className="sheet tally"
        facts={{
          [t`Total earned`]: formatDollars(summary.grandTotal),
          [t`To be paid`]: formatDollars(summary.pending),
          [t`Paid out`]: formatDollars(summary.paid),
        }}
      />
      <Surpluses surpluses={surpluses} />
      {summary.pending < 0 && surpluses.length === 0 && (
        <p className="muted small">{t`A friend’s membership was refunded. We’ll deduct your commission from your upcoming payouts.`}</p>
      )}
      <PayoutAddressSection user={user} hasUnpaidEarnings={summary.pending > 0} />
      <div className="stack earnings-lists">
        <EarningsList
          kind="commission"
          title={t`Commissions`}
          total={summary.commissions}
          earnings={commissions}
          emptyText={t`No commissions yet. You earn one when a friend becomes a paying member.`}
        />
        <EarningsList
          kind="chest"
          title={t`Treasure Chests`}
          total={summary.treasureChests}
          earnings={treasureChests}
          emptyText={t`No chests yet. Every month, your keys open one chest.`}
        />
      </div>
    </>
  );
}

/** Explains overpayments and lists the later payments from which they were deducted. */
function Surpluses({ surpluses }: Pick<Earnings, 'surpluses'>) {
  if (surpluses.length === 0) return null;
  return (
    <ul className="plain-list muted small">
      {surpluses.map(({ id, amount, reference, paidAt }) => (
        <li key={id}>
          {amount > 0
            ? t`On ${date(paidAt)}, we paid you ${formatDollars(amount)} too much (${reference}). We’ll deduct it from your next payout.`
            : t`On ${date(paidAt)}, we deducted an earlier overpayment of ${formatDollars(-amount)} (${reference}).`}
        </li>
      ))}
    </ul>
  );
}

/** Number of earnings shown initially in each list. */
const firstEarnings = 5;

interface EarningsListProps {
  kind: 'commission' | 'chest';
  title: string;
  total: number;
  earnings: Earnings['commissions'];
  emptyText: string;
}

/** Lists earnings of one kind. Reversals are shown as rows with negative amounts. */
function EarningsList({ kind, title, total, earnings, emptyText }: EarningsListProps) {
  const titleId = `earnings-${kind}`;
  const [showsAll, setShowsAll] = useState(false);
  const shownEarnings = showsAll ? earnings : earnings.slice(0, firstEarnings);
  const paging: Paging = {
    hasMore: shownEarnings.length < earnings.length,
    loadMore: async () => setShowsAll(true),
    isLoadingMore: false,
    moreError: null,
  };
  return (
    <section className="sheet stack gap-3 earnings-list" aria-labelledby={titleId}>
      <div className="spread">
        <h3 id={titleId}>{title}</h3>
        <strong className="figure">{formatDollars(total)}</strong>
      </div>
      {earnings.length === 0 ? (
        <p className="muted">{emptyText}</p>
      ) : (
        <GrowingList className="earnings-rows" count={shownEarnings.length} paging={paging} moreFailed="">
          {shownEarnings.map((earning) => {
            const { label, tone } = getEarningLabel(kind, earning);
            return (
              <li key={earning.id} tabIndex={-1}>
                <span>{storedText(earning.description)}</span>
                <strong className={earning.amount < 0 ? 'figure below-zero' : 'figure'}>{formatDollars(earning.amount)}</strong>
                <time className="muted small" dateTime={earning.createdAt}>
                  {date(earning.createdAt)}
                </time>
                <Badge tone={tone}>{label}</Badge>
              </li>
            );
          })}
        </GrowingList>
      )}
    </section>
  );
}
