import { refundPolicy } from '#schema/legal-texts.ts';
import {
  certificateActivationDays,
  certificateOptions,
  commissionDueSeconds,
  membershipPriceCents,
  redemptionPauseMonths,
  referralCommissionCents,
  renewalGraceSeconds,
  renewalNoticeDays,
  secondsPerDay,
  treasureChestLevels,
} from '#schema/rules.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { dollars } from '#web/pages/legal/english-figures.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

const days = (seconds: number) => plural(seconds / secondsPerDay, 'day');
const { basic, premium } = referralCommissionCents;

export const payingAndEarning: LegalSection[] = [
  {
    id: 'memberships',
    title: 'Memberships and their renewal',
    body: (
      <>
        <p>
          Free costs nothing. Basic is {dollars(membershipPriceCents.basic)} a year and Premium {dollars(membershipPriceCents.premium)} a
          year. Your card is charged immediately and your membership is active for one year. It then renews each year at the then-current
          price until you cancel. We email you {renewalNoticeDays.before} days before each renewal, and tell you about a new price before we
          charge it.
        </p>
        <ul>
          <li>
            You can cancel at any time in <a href={paths.account('membership')}>your account</a>. You keep your membership until the end of
            the paid period; then your account goes back to Free.
          </li>
          <li>
            If we cannot charge a renewal, you have {days(renewalGraceSeconds)} to pay, and we remind you by email. After that the
            membership ends.
          </li>
          <li>
            Upgrading from Basic to Premium starts a new year immediately. We deduct the unused part of your Basic payment from the price.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments and refunds',
    body: (
      <>
        <p>
          Prices are in US dollars. Stripe handles payments; its terms apply as well. Digital content and memberships are provided at once;
          cards are printed to order.
        </p>
        <p>
          If something is wrong with what you received, write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>: we will fix it,
          replace it or refund it. {refundPolicy}
        </p>
        <p>
          If a payment is refunded in full or reversed by your bank, you lose what it paid for: the membership, or the cards of that order
          and the tokens they earned you. Keys and commissions from the payment end as well. While a bank dispute is open, they are on hold.
        </p>
      </>
    ),
  },
  {
    id: 'referrals',
    title: 'Referrals and commissions',
    body: (
      <>
        <p>
          You refer someone if they register through your link; this can’t be changed later. For their first paid membership a Basic member
          earns {dollars(basic.basic)}. A Premium member earns {dollars(premium.basic)} if they chose Basic and {dollars(premium.premium)}{' '}
          if they chose Premium. Free members earn no commission.
        </p>
        <ul>
          <li>Commissions are paid within {days(commissionDueSeconds)}.</li>
          <li>
            We may hold a commission that looks irregular until a person has reviewed it, and refuse it if these terms were broken. The same
            then applies to the Treasure Keys of that referral.
          </li>
          <li>
            If the purchase is refunded, we take back its commission. If it was already paid out, we deduct it from what you earn next.
          </li>
          <li>You may not invite yourself, buy for an account you referred, send spam, or pretend to speak for us.</li>
        </ul>
        <p>You are responsible for taxes on what you earn. We may need tax details from you before we can pay you.</p>
      </>
    ),
  },
  {
    id: 'treasure-chests',
    title: 'Treasure Chests',
    body: (
      <>
        <p>
          If you are a Basic or Premium member at the end of a month (UTC), you open the highest chest that the keys you earned in the last
          12 months qualify for:
        </p>
        <ul>
          {treasureChestLevels.map(({ name, treasureKeys, communityKeys, payoutCents }) => (
            <li key={name}>
              {name}: {plural(treasureKeys, 'Treasure Key')} and {plural(communityKeys, 'Community Key')}, {dollars(payoutCents)}.
            </li>
          ))}
        </ul>
        <p>
          There is one payout per member and month, and Premium members’ chests are paid first. Keys are not money, and opening a chest does
          not use them up. The rules in section 8 on holds, reversals and taxes apply to chests as well.
        </p>
      </>
    ),
  },
  {
    id: 'certificates',
    title: 'Vacation certificates',
    body: (
      <>
        <p>You can redeem tokens for one of these:</p>
        <ul>
          {certificateOptions.map(({ type, name, tokenCost }) => (
            <li key={type}>
              {name}: {tokenCost} tokens.
            </li>
          ))}
        </ul>
        <ul>
          <li>Your email address must be verified, and you can redeem one certificate every {redemptionPauseMonths} months.</li>
          <li>
            You receive it by email and as a PDF. You must activate it within {certificateActivationDays} days of receiving it; otherwise it
            expires, and its tokens are not refunded.
          </li>
          <li>
            A person reviews every member’s first certificate before it can be activated, and later ones if something about their tokens is
            unusual, usually within two working days. The {certificateActivationDays} days then start when we email you that it is ready. If
            tokens were collected in breach of these terms, we can refuse it. We then tell you why, and refund the tokens except those
            collected in breach.
          </li>
          <li>
            It is valid for one year from the date of issue, for you and anyone traveling with you. It cannot be sold or exchanged for cash.
          </li>
          <li>
            A stay has taxes and fees that tokens do not cover. Before you redeem, we show each one, its amount, who charges it and when.
            The stay is booked through a travel provider, whose terms apply to the stay itself.
          </li>
          <li>You are responsible for travel to the stay, insurance, passports and visas.</li>
        </ul>
        <p>If we have to cancel a certificate that is still valid, we refund its tokens.</p>
      </>
    ),
  },
];
