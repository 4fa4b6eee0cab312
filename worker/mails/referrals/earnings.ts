/** Payloads: worker/store. */
import { treasureChestLevels } from '#schema/rules.ts';
import { button, facts, type MailTemplates, note, type Payload, text } from '#worker/mails/content.ts';
import { dollars, monthOf, plural } from '#worker/mails/words.ts';

const earningsPage = '/dashboard/referrals#earnings';

export const earningMails = {
  commission_earned: (links, payload) => ({
    subject: 'You have earned a commission',
    preview: 'A friend whom you invited is a paying member now.',
    heading: 'Your friend is on the trail',
    body: [
      text('A friend whom you invited has become a paying member, and we thank you with a commission. It comes with your next payout.'),
      facts(['Commission', dollars(payload.number('amountCents'))]),
      button('See my earnings', links.to(earningsPage)),
      note('Should your friend’s payment go back, so does the commission.'),
    ],
  }),

  chest_opened: (links, payload) => {
    const level = treasureChestLevels.find((chest) => chest.level === payload.number('level'));
    const month = monthOf(payload.text('month'));
    return {
      subject: month === null ? 'Your treasure chest is open' : `Your treasure chest of ${month} is open`,
      preview: 'Your keys have opened it. It comes with your next payout.',
      heading: 'Your treasure chest is open',
      body: [
        text('Your Treasure Keys and Community Keys have opened a treasure chest. What was in it comes with your next payout.'),
        facts(['Chest', level?.name ?? null], ['Month', month], ['In it', dollars(payload.number('amountCents'))]),
        button('See my treasure chests', links.to('/dashboard/treasure-chests')),
        note('Your keys stay yours: each counts for twelve months.'),
      ],
    };
  },

  payout_paid: (links, payload) => ({
    subject: 'We have paid out your earnings',
    preview: 'Your reward is on its way to you.',
    heading: 'Your reward is on its way',
    body: [
      text('What you have earned was paid out. Thank you for bringing others onto the trail!'),
      facts(['For', paidFor(payload)], ['Amount', dollars(payload.number('amountCents'))], ['Reference', payload.text('reference')]),
      button('See my earnings', links.to(earningsPage)),
    ],
  }),

  payout_returned: (links, payload) => ({
    subject: 'A payout to you came back',
    preview: 'Please check your PayPal address: we owe you the money still.',
    heading: 'Your payout came back to us',
    body: [
      text(
        'We sent you what you had earned, and PayPal gave it back to us. Nothing is lost: we owe it to you again, and send it with the next payouts.',
      ),
      facts(['Amount', dollars(payload.number('amountCents'))], ['Reference', payload.text('reference')]),
      text('Please check the PayPal address that you gave us, and change it if it is not right.'),
      button('See how I am paid', links.to(earningsPage)),
    ],
  }),

  payout_address_wanted: (links) => ({
    subject: 'Where may we send your earnings?',
    preview: 'We owe you money, and do not know your PayPal address.',
    heading: 'We owe you money',
    body: [
      text('You have earned something at Cache Cards. We pay by PayPal: please tell us the email address of your PayPal account.'),
      button('Give my PayPal address', links.to(earningsPage)),
      note('Until then what you earn is kept for you.'),
    ],
  }),

  confirm_payout_address: (links) => ({
    subject: 'Confirm your PayPal address',
    preview: 'One tap, and your earnings are sent there.',
    heading: 'Is this your PayPal address?',
    body: [
      text('A member of Cache Cards asked us to send their earnings to the PayPal account of this address.'),
      button('Send my earnings here', links.confirmPayoutAddress),
      note('The link works for 7 days.'),
      note('You know nothing of this? Then please forget this mail: without that tap nothing is sent anywhere.'),
    ],
    reason: 'because a member of Cache Cards wants to be paid at this address',
  }),

  payout_address_changed: (links, payload) => ({
    subject: 'Your earnings go to another PayPal address',
    preview: 'If that was not you, please tell us now.',
    heading: 'You are paid at another address',
    body: [
      text(
        `From now on your Cache Cards earnings go to ${payload.text('newAddress') ?? 'another address'}. To be safe we pay nothing for 7 days.`,
      ),
      text(
        'Was that you? Then there is nothing to do. If not, change your password, give us the right address again, and reply to this mail.',
      ),
      button('See how I am paid', links.to(earningsPage)),
    ],
  }),
} satisfies MailTemplates;

/** `2 commissions and 1 treasure chest, less 1 that was taken back`. */
function paidFor(payload: Payload): string {
  const count = (name: string, singular: string) => {
    const amount = payload.number(name) ?? 0;
    return amount > 0 ? [plural(amount, singular)] : [];
  };
  const paid = [...count('commissions', 'commission'), ...count('chests', 'treasure chest')].join(' and ');
  const reversals = payload.number('reversals') ?? 0;
  return reversals > 0 ? `${paid}, less ${reversals} that ${reversals === 1 ? 'was' : 'were'} taken back` : paid;
}
