import type { RefObject } from 'react';
import { Link } from 'wouter';
import { referralCommissionCents, treasureChestLevels } from '#schema/rules.ts';
import type { Earnings } from '#schema/site.ts';
import type { User } from '#schema/user.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { WalletIcon } from '#web/components/icons.tsx';
import { upgradePath } from '#web/components/membership/upgrade-path.ts';
import { mayHaveEarned, useEarnings } from '#web/components/referrals/earnings.ts';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { EarningsList } from '#web/features/referrals/EarningsList.tsx';
import { earningsId } from '#web/features/referrals/use-earnings-anchor.ts';
import { errorText } from '#web/lib/api.ts';
import { dollars, dollarsFrom } from '#web/lib/format.ts';

interface EarningsSectionProps {
  user: User;
  /** Takes the focus of those who came for the earnings. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Commissions and chest payouts, in sum and one by one; to free members how they could earn, below what they have earned before. */
export function EarningsSection({ user, heading }: EarningsSectionProps) {
  return (
    <section id={earningsId} className="stack earnings" aria-labelledby="earnings-title">
      <h2 id="earnings-title" ref={heading} tabIndex={-1}>
        Earnings
      </h2>
      {mayHaveEarned(user) && <MemberEarnings user={user} />}
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
        <strong>Basic and Premium members earn money.</strong> {dollars(basic.basic)} to {dollars(premium.premium)} for each friend who
        becomes a paying member, and up to {dollars(highestChest)} a month from Treasure Chests.{' '}
        {hasEarned
          ? 'What you earned as a member stays yours and is paid out; new earnings come once you are a member again.'
          : 'The keys you earn before you join are yours.'}
      </p>
      <Link href={upgradePath('basic')} className="button">
        Upgrade to Basic
      </Link>
    </div>
  );
}

function MemberEarnings({ user }: { user: User }) {
  const { data, error, mutate } = useEarnings(user);
  if (data) return <AllEarnings earnings={data} />;
  if (error) {
    return (
      <ErrorState title="Your earnings could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => void mutate()} />
    );
  }
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading your earnings…</span>
      <Skeleton height="5rem" />
      <Skeleton height="10rem" />
    </div>
  );
}

function AllEarnings({ earnings: { summary, commissions, treasureChests } }: { earnings: Earnings }) {
  const figure = (label: string, amount: number) => (
    <div>
      <dt>{label}</dt>
      <dd>{dollarsFrom(amount)}</dd>
    </div>
  );
  return (
    <>
      <dl className="sheet tally">
        {figure('Earned in all', summary.grandTotal)}
        {figure('Still to be paid', summary.pending)}
        {figure('Paid out', summary.paid)}
      </dl>
      {summary.pending < 0 && (
        <p className="muted small">A membership you were paid for was refunded. What was too much is taken off your next payouts.</p>
      )}
      <div className="earnings-lists">
        <EarningsList
          kind="commission"
          title="Commissions"
          total={summary.commissions}
          earnings={commissions}
          empty="None yet. You earn one when a friend first becomes a paying member."
        />
        <EarningsList
          kind="chest"
          title="Treasure Chests"
          total={summary.treasureChests}
          earnings={treasureChests}
          empty="None yet. Each month the highest chest that your keys open is paid out."
        />
      </div>
    </>
  );
}
