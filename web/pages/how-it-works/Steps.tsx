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
    text: 'Cache Cards wait where people pass by: on a noticeboard, under a bench, at the trailhead. Point your phone’s camera at the code, or use the scanner in your dashboard. Put the card back as it was: the next finder is on the way.',
    facts: [
      `${tokensLabel(tokensPerScan)} for every card that is new to you`,
      `Up to ${rewardedScansPerDay} rewarded finds a day`,
      'No network out there? Your scan is kept on the phone and sent later',
    ],
  },
  {
    title: 'Place Cards',
    art: placeCards,
    text: `With a Basic or Premium membership you order cards of your own, ${dollars(cardPriceCents)} each, or print them yourself. Leave one where others will enjoy finding it, and write down the place in your dashboard. It counts as placed once another member has found it there.`,
    facts: [
      `${tokensForFirstPlacement} tokens for your first placement, ${tokensForLaterPlacement} for each later one`,
      `${tokensLabel(tokensPerOwnerScan)} whenever a member finds your card for the first time`,
      `${plural(communityKeysPerPlacement, 'Community Key')} for each placement`,
    ],
  },
  {
    title: 'Refer Friends',
    art: referFriends,
    text: 'Your dashboard has an invitation link of your own. Send it to people who would rather be outside. When one of them becomes a paying member for the first time, you earn a commission and a key to the Treasure Chests.',
    facts: [
      `Basic members earn ${dollars(basic.basic)} for each friend`,
      `Premium members earn ${dollars(premium.basic)} for a Basic and ${dollars(premium.premium)} for a Premium friend, and ${plural(treasureKeysPerReferral.premium, 'Treasure Key')} instead of ${treasureKeysPerReferral.basic}`,
      `Commissions are paid within ${plural(commissionDueSeconds / secondsPerDay, 'day')}`,
    ],
  },
  {
    title: 'Earn Vacations',
    art: earnVacations,
    text: `From ${cheapestCertificateTokens} tokens on, choose a stay and redeem. Your certificate comes by email and as a PDF, with a button to activate it when you know that you want to go.`,
    facts: [
      `${certificateOptions.map(({ tokenCost }) => tokenCost).join(', ')} tokens: three certificates to choose from`,
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
                  Where cards are waiting
                </a>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
