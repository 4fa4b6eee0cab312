import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { changeCardPath, tierNames } from '#web/features/memberships/membership-labels.ts';
import { ResumeMembership } from '#web/features/memberships/ResumeMembership.tsx';
import { repayTokens } from '#web/features/tokens/repay-tokens.ts';
import { date, dollars, number, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

/** Banner about the member's most urgent problem, with a button to fix it. */
export function MemberBanner({ user }: { user: User }) {
  const notice = describeNotice(user);
  return (
    notice && (
      <section className="member-banner" aria-label={t`Important for your account`}>
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
        title: t`Your renewal payment failed.`,
        text: describeRenewal(tierNames[tier], renewalAmount, graceUntil),
        action: (
          <Link href={changeCardPath} className="button button-small">
            {t`Update card`}
          </Link>
        ),
      };
    case 'payment_disputed':
      return {
        title: t`Payment in dispute.`,
        text: dispute ? t`${dollars(dispute.amount)} has been in dispute since ${date(dispute.since)}. Earnings from it are on hold.` : '',
        action: (
          <Link href={paths.contact} className="button button-small">
            {t`Contact us`}
          </Link>
        ),
      };
    case 'tokens_owed':
      return {
        title: t`You owe ${tokensLabel(owedTokens)}.`,
        text: t`Until you pay them back, you can’t activate certificates.`,
        action:
          tokenBalance > 0 ? (
            <ActionButton
              className="button-small"
              action={repayTokens}
              failed={t`Couldn’t pay back your tokens`}
              pendingLabel={t`Paying back…`}
            >
              {payBackLabel(Math.min(tokenBalance, owedTokens))}
            </ActionButton>
          ) : (
            <Link href={paths.findCards} className="button button-small">
              {t`Find cards`}
            </Link>
          ),
      };
    case 'membership_ending':
      return {
        title: paidUntil
          ? t`Your ${tierNames[tier]} membership ends on ${date(paidUntil)}.`
          : t`Your ${tierNames[tier]} membership ends soon.`,
        text: t`You canceled it, so it won’t renew.`,
        action: yearlyPrice !== null && <ResumeButton yearlyPrice={yearlyPrice} />,
      };
    case null:
      return null;
  }
}

function describeRenewal(tier: string, amount: number | null, until: string | null): string {
  if (amount === null) return until ? t`Pay by ${date(until)} to stay a ${tier} member.` : t`Pay to stay a ${tier} member.`;
  const price = dollars(amount);
  return until ? t`Pay ${price} by ${date(until)} to stay a ${tier} member.` : t`Pay ${price} to stay a ${tier} member.`;
}

function payBackLabel(amount: number): string {
  const formatted = number(amount);
  return t`${plural(amount, { one: `Pay back ${formatted} token`, other: `Pay back ${formatted} tokens` })}`;
}

function ResumeButton({ yearlyPrice }: { yearlyPrice: number }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="button-small" onClick={() => setIsAsking(true)}>
        {t`Resume`}
      </button>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={t`Resume your membership?`} size="small">
        <div className="stack">
          <ResumeMembership yearlyPrice={yearlyPrice} onResumed={() => setIsAsking(false)} />
        </div>
      </Dialog>
    </>
  );
}
