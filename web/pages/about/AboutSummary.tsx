import { Link } from 'wouter';
import {
  cheapestCertificateTokens,
  referralCommissionCents,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerScan,
} from '#schema/rules.ts';
import { dollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

const steps = [
  ['Find Cards', `Scan Cache Cards with your phone: ${tokensLabel(tokensPerScan)} for each new one.`],
  [
    'Place Cards',
    `Place your own cards: ${tokensForFirstPlacement} tokens for the first, ${tokensForLaterPlacement} for each later one, and more whenever they’re found.`,
  ],
  [
    'Refer Friends',
    `Invite friends. Basic and Premium members earn ${dollars(referralCommissionCents.basic.basic)} to ${dollars(referralCommissionCents.premium.premium)} when one becomes a paying member.`,
  ],
  ['Earn Vacations', `Redeem ${cheapestCertificateTokens} tokens or more for a regional stay or a trip across the globe.`],
] as const;

export function AboutSummary() {
  return (
    <section className="stack gap-5 public-section public-band" aria-labelledby="short-title">
      <h2 id="short-title">How it works, in short</h2>
      <ol className="numbered short-steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="public-more">
        <Link href={paths.howItWorks} className="standalone-link">
          How each step works
        </Link>
      </p>
    </section>
  );
}
