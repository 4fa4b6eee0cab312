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
  ['Find Cards', `Scan a Cache Card with your phone: ${tokensLabel(tokensPerScan)} for each that is new to you.`],
  [
    'Place Cards',
    `Leave cards of your own: ${tokensForFirstPlacement} tokens for the first, ${tokensForLaterPlacement} for each later one, and more whenever they are found.`,
  ],
  [
    'Refer Friends',
    `Bring friends along. Paid members earn ${dollars(referralCommissionCents.basic.basic)} to ${dollars(referralCommissionCents.premium.premium)} when one becomes a paying member.`,
  ],
  ['Earn Vacations', `From ${cheapestCertificateTokens} tokens on, trade them in for a stay in the region or a trip across the globe.`],
] as const;

export function InShort() {
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
          Every step, with all its figures
        </Link>
      </p>
    </section>
  );
}
