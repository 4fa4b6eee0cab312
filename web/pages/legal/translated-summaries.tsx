/** Summaries of the legal texts for readers of other languages. The texts themselves are in English only. */
import { plural, t } from '@lingui/core/macro';
import {
  accountErasureDeadlineSeconds,
  certificateActivationDays,
  minimumAgeYears,
  redemptionPauseMonths,
  rewardedScansPerDay,
  secondsPerDay,
  tokensPerScan,
} from '#schema/rules.ts';
import { privacyEmail } from '#schema/site-contacts.ts';
import { tokensLabel } from '#web/lib/format.ts';

function Summary({ points }: { points: string[] }) {
  return (
    <>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>
        <strong>{t`This summary is only a guide. Only the English text below is binding.`}</strong>
      </p>
    </>
  );
}

export function TermsSummary() {
  return (
    <Summary
      points={[
        t`You must be at least ${minimumAgeYears} years old. Each person has one account, which can’t be sold or transferred.`,
        t`Each card earns you ${tokensLabel(tokensPerScan)}, once. Up to ${rewardedScansPerDay} scans a day are rewarded.`,
        t`Tokens are not money. They can’t be bought, sold, transferred or paid out, only redeemed for vacation certificates.`,
        t`Place cards only where it is allowed and safe. Scans of copies, bots, false locations and multiple accounts are forbidden. We may suspend accounts for serious breaches.`,
        t`A paid membership is charged immediately and renews every year until you cancel, which you can do at any time. Your legal rights to withdraw or to get a refund are not affected. Otherwise we do not refund payments.`,
        t`We may hold commissions and chests until a person has reviewed them. You are responsible for taxes on what you earn.`,
        t`You can redeem one certificate every ${redemptionPauseMonths} months and must activate it within ${plural(certificateActivationDays, { one: '# day', other: '# days' })}. It is valid for one year. A stay has taxes and fees that tokens do not cover; we show them before you redeem.`,
        t`We email you at least 30 days before a change of these terms that matters to you.`,
      ]}
    />
  );
}

export function PrivacySummary() {
  return (
    <Summary
      points={[
        t`We store what you tell us, your finds, tokens, orders and payments, and a hash of your network address, but not the address itself. Pictures from your camera stay on your device.`,
        t`A card’s owner sees the usernames of its finders and when they found it. The member who invited you sees your username or first name, a masked form of your email, when you joined, your membership, and what they earned from it.`,
        t`Companies that work for us get only what they need: Cloudflare (hosting, email), Stripe (payments), Firebase with Google, Facebook or Apple (signing in with them), Cloudprinter (delivery of cards), our travel provider (stays), and the maker of your browser (notifications). Some are in the United States.`,
        t`A person, never a program alone, decides whether a certificate passes, earnings are held or an account is suspended.`,
        t`You can download, correct and delete your data in your account. A deletion takes at most ${plural(accountErasureDeadlineSeconds / secondsPerDay, { one: '# day', other: '# days' })}. Bookkeeping remains, without your name.`,
        t`Questions about your data? Write to ${privacyEmail}.`,
      ]}
    />
  );
}
