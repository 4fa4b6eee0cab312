import {
  cardPriceCents,
  certificateActivationDays,
  certificateOptions,
  cheapestCertificateTokens,
  communityKeysPerPlacement,
  redemptionPauseMonths,
  referralCommissionCents,
  rewardedScansPerDay,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
  treasureKeysPerReferral,
} from '#schema/rules.ts';
import findCards from '#web/art/steps/step-find.svg';
import placeCards from '#web/art/steps/step-place.svg';
import referFriends from '#web/art/steps/step-refer.svg';
import earnVacations from '#web/art/steps/step-vacation.svg';
import { dollars, plural, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

const { basic, premium } = referralCommissionCents;

const steps = [
  {
    title: 'Find Cards',
    art: findCards,
    text: 'Cache Cards are hidden on noticeboards, under benches, at trailheads. Scan the code with your phone, then put the card back.',
    facts: [
      `${tokensLabel(tokensPerScan)} for each new card`,
      `Up to ${rewardedScansPerDay} rewarded finds a day`,
      'No network? Your scan is saved and sent later',
    ],
  },
  {
    title: 'Place Cards',
    art: placeCards,
    text: `Basic and Premium members order cards for ${dollars(cardPriceCents)} each. Hide one, then enter its location in your dashboard. Your placement counts once another member finds the card.`,
    facts: [
      `${tokensForFirstPlacement} tokens for your first placement, ${tokensForLaterPlacement} for each later one`,
      `${tokensLabel(tokensPerOwnerScan)} each time another member first finds your card`,
      `${plural(communityKeysPerPlacement, 'Community Key')} for each placement`,
    ],
  },
  {
    title: 'Refer Friends',
    art: referFriends,
    text: 'Share your invitation link. When a friend first pays for a membership, you earn a commission and a Treasure Key.',
    facts: [
      `Basic members earn ${dollars(basic.basic)} per friend`,
      `Premium members earn ${dollars(premium.basic)} for a Basic and ${dollars(premium.premium)} for a Premium friend, and ${plural(treasureKeysPerReferral.premium, 'Treasure Key')}`,
    ],
  },
  {
    title: 'Earn Vacations',
    art: earnVacations,
    text: `Redeem a stay from ${cheapestCertificateTokens} tokens. Your certificate comes by email and as a PDF.`,
    facts: [
      `Three certificates: ${certificateOptions.map(({ tokenCost }) => tokenCost).join(', ')} tokens`,
      `Activate within ${plural(certificateActivationDays, 'day')}; valid for one year`,
      `One certificate every ${redemptionPauseMonths} months`,
    ],
  },
];

export function Steps() {
  return (
    <ol className="numbered long-steps">
      {steps.map(({ title, art, text, facts }, index) => (
        <li key={title} className="stack long-step">
          <img className="long-step-art" src={art} width={240} height={180} alt="" loading={index > 0 ? 'lazy' : undefined} />
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
            <ul className="stack gap-2 plain-list facts">
              {facts.map((fact) => (
                <li key={fact}>
                  <CheckIcon />
                  {fact}
                </li>
              ))}
            </ul>
            {index === 0 && (
              <p className="public-more">
                <a href={paths.find} className="standalone-link">
                  See where the cards are
                </a>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
