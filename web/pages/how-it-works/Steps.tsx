import { plural, t } from '@lingui/core/macro';
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
import { dollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';
import { addressOf } from '#web/lib/words/words.ts';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

const { basic, premium } = referralCommissionCents;

const steps = () => [
  {
    title: t({ message: 'Find Cards', context: 'step of the game' }),
    art: findCards,
    text: t`Cache Cards are hidden on noticeboards, under benches, at trailheads. Scan the code with your phone, then put the card back.`,
    facts: [
      t`${tokensLabel(tokensPerScan)} for each new card`,
      t`Up to ${rewardedScansPerDay} rewarded finds a day`,
      t`No network? Your scan is saved and sent later`,
    ],
  },
  {
    title: t`Place Cards`,
    art: placeCards,
    text: t`Basic and Premium members order cards for ${dollars(cardPriceCents)} each. Hide one, then enter its location in your dashboard. Your placement counts once another member finds the card.`,
    facts: [
      t`${tokensForFirstPlacement} tokens for your first placement, ${tokensForLaterPlacement} for each later one`,
      t`${tokensLabel(tokensPerOwnerScan)} each time another member first finds your card`,
      t`${plural(communityKeysPerPlacement, { one: '# Community Key', other: '# Community Keys' })} for each placement`,
    ],
  },
  {
    title: t`Refer Friends`,
    art: referFriends,
    text: t`Share your invitation link. When a friend first pays for a membership, you earn a commission and a Treasure Key.`,
    facts: [
      t`Basic members earn ${dollars(basic.basic)} per friend`,
      t`Premium members earn ${dollars(premium.basic)} for a Basic and ${dollars(premium.premium)} for a Premium friend, and ${plural(treasureKeysPerReferral.premium, { one: '# Treasure Key', other: '# Treasure Keys' })}`,
    ],
  },
  {
    title: t`Earn Vacations`,
    art: earnVacations,
    text: t`Redeem a stay from ${cheapestCertificateTokens} tokens. Your certificate comes by email and as a PDF.`,
    facts: [
      t`Three certificates: ${joinItems(certificateOptions.map(({ tokenCost }) => String(tokenCost)))} tokens`,
      t`Activate within ${plural(certificateActivationDays, { one: '# day', other: '# days' })}; valid for one year`,
      t`One certificate every ${redemptionPauseMonths} months`,
    ],
  },
];

export function Steps() {
  return (
    <ol className="numbered long-steps">
      {steps().map(({ title, art, text, facts }, index) => (
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
                <a href={addressOf(paths.find)} className="standalone-link">
                  {t`See where the cards are`}
                </a>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
