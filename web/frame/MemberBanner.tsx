import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { changeCardPath, tierNames } from '#web/features/memberships/membership-labels.ts';
import { ResumeMembership } from '#web/features/memberships/ResumeMembership.tsx';
import { repayTokens } from '#web/features/tokens/repay-tokens.ts';
import { date, dollars, plural, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

/** Banner about the member's most urgent problem, with a button to fix it. */
export function MemberBanner({ user }: { user: User }) {
  const notice = describeNotice(user);
  return (
    notice && (
      <section className="member-banner" aria-label="Important for your account">
        <AlertIcon />
        <p>
          <strong>{notice.title}</strong> {notice.text}
        </p>
        {notice.action}
      </section>
    )
  );
}

interface Notice {
  title: string;
  text: string;
  action: ReactNode;
}

function describeNotice({ notice, membership, tokenBalance, owedTokens }: User): Notice | null {
  const { tier, paidUntil, graceUntil, renewalAmount, yearlyPrice, dispute } = membership;
  switch (notice) {
    case 'renewal_failed':
      return {
        title: 'Your renewal payment failed.',
        text: `Pay${renewalAmount === null ? '' : ` ${dollars(renewalAmount)}`}${graceUntil ? ` by ${date(graceUntil)}` : ''} to stay a ${tierNames[tier]} member.`,
        action: (
          <Link href={changeCardPath} className="button button-small">
            Update card
          </Link>
        ),
      };
    case 'payment_disputed':
      return {
        title: 'Payment in dispute.',
        text: dispute ? `${dollars(dispute.amount)} has been in dispute since ${date(dispute.since)}. Earnings from it are on hold.` : '',
        action: (
          <Link href={paths.contact} className="button button-small">
            Contact us
          </Link>
        ),
      };
    case 'tokens_owed':
      return {
        title: `You owe ${tokensLabel(owedTokens)}.`,
        text: 'Until you pay them back, you can’t activate certificates.',
        action:
          tokenBalance > 0 ? (
            <ActionButton className="button-small" action={repayTokens} failed="Couldn’t pay back your tokens" pendingLabel="Paying back…">
              Pay back {plural(Math.min(tokenBalance, owedTokens), 'token')}
            </ActionButton>
          ) : (
            <Link href={paths.findCards} className="button button-small">
              Find cards
            </Link>
          ),
      };
    case 'membership_ending':
      return {
        title: `Your ${tierNames[tier]} membership ${paidUntil ? `ends on ${date(paidUntil)}` : 'ends soon'}.`,
        text: 'You canceled it, so it won’t renew.',
        action: yearlyPrice !== null && <ResumeButton yearlyPrice={yearlyPrice} />,
      };
    case null:
      return null;
  }
}

function ResumeButton({ yearlyPrice }: { yearlyPrice: number }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="button-small" onClick={() => setIsAsking(true)}>
        Resume
      </button>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title="Resume your membership?" size="small">
        <div className="stack">
          <ResumeMembership yearlyPrice={yearlyPrice} onResumed={() => setIsAsking(false)} />
        </div>
      </Dialog>
    </>
  );
}
