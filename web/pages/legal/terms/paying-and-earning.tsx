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
import { dollars, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
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
          year. Your card is charged immediately and your membership is active for one year; it then renews for another year at the price of
          that day, until you cancel. We remind you by email {renewalNoticeDays.before} days before each renewal, and tell you of a new
          price before it is charged.
        </p>
        <ul>
          <li>
            You can cancel at any time in <a href={paths.account('membership')}>your account</a>. You keep your membership to the end of the
            paid period; your account then goes back to Free.
          </li>
          <li>
            When a renewal cannot be charged, you have {days(renewalGraceSeconds)} to pay, with reminders by email. After that the
            membership ends.
          </li>
          <li>
            Moving from Basic to Premium starts a new year at once; the unused part of what you paid for Basic is taken off its price.
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
          Prices are in US dollars. Payments are handled by Stripe, under its own terms as well. Digital content and memberships are
          provided at once; cards are printed to order.
        </p>
        <p>
          If something is wrong with what you got, write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>: we put it right, replace
          it or pay it back. A right to withdraw or to a refund that the law gives you is untouched. Other payments are not refunded, also
          not for a membership that you cancel or an account that you delete within its year.
        </p>
        <p>
          When a payment goes back in full, or is taken back by your bank, what it bought ends: the membership, or the cards of that order
          with the tokens they earned you. So do the keys and commissions that came of it. While a bank’s dispute is open, these are held.
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
          Somebody is referred by you when they register through your link, which is decided then and once. At their first paid membership
          you earn: as a Basic member {dollars(basic.basic)}; as a Premium member {dollars(premium.basic)} if they chose Basic and{' '}
          {dollars(premium.premium)} if they chose Premium. Free members earn no commission.
        </p>
        <ul>
          <li>Commissions are paid within {days(commissionDueSeconds)}.</li>
          <li>
            We may hold one that looks irregular until a person has looked at it, and refuse it where these terms were broken. The Treasure
            Keys of that invitation go with it.
          </li>
          <li>
            When the purchase is paid back, its commission is taken back too; what was paid already is set off against what you earn next.
          </li>
          <li>Inviting yourself, buying for a referred account, spam, and pretending to speak for us are not allowed.</li>
        </ul>
        <p>Taxes on what you earn are yours to pay. We may need details from you for it before we can pay.</p>
      </>
    ),
  },
  {
    id: 'treasure-chests',
    title: 'Treasure Chests',
    body: (
      <>
        <p>
          Who is a Basic or Premium member at the end of a month (UTC) opens the highest chest that their keys of the last 12 months reach:
        </p>
        <ul>
          {treasureChestLevels.map(({ name, treasureKeys, communityKeys, payoutCents }) => (
            <li key={name}>
              {name}: {plural(treasureKeys, 'Treasure Key')} and {plural(communityKeys, 'Community Key')}, {dollars(payoutCents)}.
            </li>
          ))}
        </ul>
        <p>
          There is one payout a member and month, and chests of Premium members are paid first. Keys are no money, and are not used up. What
          section 8 says about holding, taking back and taxes goes for chests as well.
        </p>
      </>
    ),
  },
  {
    id: 'certificates',
    title: 'Vacation certificates',
    body: (
      <>
        <p>Tokens are redeemed for one of these:</p>
        <ul>
          {certificateOptions.map(({ type, name, tokenCost }) => (
            <li key={type}>
              {name}: {tokenCost} tokens.
            </li>
          ))}
        </ul>
        <ul>
          <li>Your email address must be verified, and you can redeem one certificate in {redemptionPauseMonths} months.</li>
          <li>
            You receive it by email and as a PDF. It must be activated within {certificateActivationDays} days of receiving it; otherwise it
            expires, and its tokens are not given back.
          </li>
          <li>
            A person of ours looks at every member’s first certificate before it can be activated, and at later ones where something about
            the tokens behind it is unusual; as a rule within two working days. Its {certificateActivationDays} days begin when we write
            that it is ready. Where tokens were collected against these terms we can refuse it: we tell you why, and give the tokens back
            unless they were collected so.
          </li>
          <li>It is valid for one year from its issue, and for you and those who travel with you. It cannot be sold or paid out.</li>
          <li>
            The stay is booked through a travel provider, who names places, dates, and any taxes or fees to pay on the spot before you
            agree. For the stay itself the provider’s terms hold.
          </li>
          <li>Getting there, insurance, passports and visas are up to you.</li>
        </ul>
        <p>If we have to cancel a certificate that you could still use, you get its tokens back.</p>
      </>
    ),
  },
];
