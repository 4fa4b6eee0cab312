import {
  cardPriceCents,
  certificateActivationDays,
  certificateOptions,
  cheapestCertificateTokens,
  commissionDueSeconds,
  communityKeysPerPlacement,
  redemptionPauseMonths,
  referralCommissionCents,
  rewardedScansPerDay,
  secondsPerDay,
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
    text: 'Cache Cards are hidden where people pass by: on a noticeboard, under a bench, at a trailhead. Scan the code with your phone, then put the card back for the next finder.',
    facts: [
      `${tokensLabel(tokensPerScan)} for each new card`,
      `Up to ${rewardedScansPerDay} rewarded finds a day`,
      'No network? Your scan is saved and sent later',
    ],
  },
  {
    title: 'Place Cards',
    art: placeCards,
    text: `With a Basic or Premium membership you can order your own cards for ${dollars(cardPriceCents)} each. Leave one where others will enjoy finding it and enter its location in your dashboard. It counts once another member finds it.`,
    facts: [
      `${tokensForFirstPlacement} tokens for your first placement, ${tokensForLaterPlacement} for each later one`,
      `${tokensLabel(tokensPerOwnerScan)} each time another member first finds your card`,
      `${plural(communityKeysPerPlacement, 'Community Key')} for each placement`,
    ],
  },
  {
    title: 'Refer Friends',
    art: referFriends,
    text: 'Share the invitation link from your dashboard. When a friend becomes a paying member for the first time, you earn a commission and a Treasure Key.',
    facts: [
      `Basic members earn ${dollars(basic.basic)} per friend`,
      `Premium members earn ${dollars(premium.basic)} for a Basic and ${dollars(premium.premium)} for a Premium friend, and ${plural(treasureKeysPerReferral.premium, 'Treasure Key')} instead of ${treasureKeysPerReferral.basic}`,
      `Commissions are paid within ${plural(commissionDueSeconds / secondsPerDay, 'day')}`,
    ],
  },
  {
    title: 'Earn Vacations',
    art: earnVacations,
    text: `With ${cheapestCertificateTokens} tokens or more, redeem a stay. Your certificate comes by email and as a PDF, with a button to activate it when you’re ready.`,
    facts: [
      `Three certificates: ${certificateOptions.map(({ tokenCost }) => tokenCost).join(', ')} tokens`,
      `Activate within ${plural(certificateActivationDays, 'day')}; valid for one year`,
      `One certificate per ${redemptionPauseMonths} months`,
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
