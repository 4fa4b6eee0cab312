import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import {
  cardPriceCents,
  cheapestCertificateTokens,
  referralCommissionCents,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
} from '#schema/rules.ts';
import findCards from '#web/art/steps/step-find.svg';
import placeCards from '#web/art/steps/step-place.svg';
import referFriends from '#web/art/steps/step-refer.svg';
import earnVacations from '#web/art/steps/step-vacation.svg';
import { dollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

const steps = () => [
  {
    title: t({ message: 'Find Cards', context: 'step of the game' }),
    art: findCards,
    text: t`Spot a Cache Card and scan its QR code with your phone. Each new card earns you ${tokensLabel(tokensPerScan)}.`,
  },
  {
    title: t`Place Cards`,
    art: placeCards,
    text: t`Place your own cards (${dollars(cardPriceCents)} each). Earn ${tokensForFirstPlacement} tokens for the first, ${tokensForLaterPlacement} for each later one, and ${tokensPerOwnerScan} whenever someone finds your card.`,
  },
  {
    title: t`Refer Friends`,
    art: referFriends,
    text: t`Invite a friend. When they become a paying member, you earn ${dollars(referralCommissionCents.basic.basic)} to ${dollars(referralCommissionCents.premium.premium)} and a Treasure Key if you’re a Basic or Premium member.`,
  },
  {
    title: t`Earn Vacations`,
    art: earnVacations,
    text: t`Redeem ${cheapestCertificateTokens} tokens or more for a regional stay or a trip across the globe. Your certificate comes by email and as a PDF.`,
  },
];

export function Steps({ user }: { user: User | null | undefined }) {
  return (
    <ol className="numbered steps">
      {steps().map((step) => (
        <li key={step.title} className="step">
          <img src={step.art} width={240} height={180} alt="" loading="lazy" />
          <h3>{step.title}</h3>
          <p>
            {step.text} {step.art === findCards && <Link href={user ? paths.findCards : paths.find}>{t`Where are they?`}</Link>}
          </p>
        </li>
      ))}
    </ol>
  );
}
