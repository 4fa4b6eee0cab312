/** Mails about what members earn: commissions, treasure chests, and their payment. Payloads: worker/store. */
import { treasureChestLevels } from '#schema/rules.ts';
import { button, facts, type MailTemplateOf, note, type Payload, text } from './content.ts';
import { dollars, monthOf, plural } from './words.ts';

const reason = 'because you have an account at Cache Cards';
const earningsPage = '/dashboard/referrals#earnings';

export const commissionEarned: MailTemplateOf = (links, payload) => ({
  subject: 'You have earned a commission',
  preview: 'A friend whom you invited is a paying member now.',
  heading: 'Your friend is on the trail',
  body: [
    text('A friend whom you invited has become a paying member, and we thank you with a commission. It comes with your next payout.'),
    facts(['Commission', dollars(payload.number('amountCents'))]),
    button('See my earnings', links.to(earningsPage)),
    note('Should your friend’s payment go back, so does the commission.'),
  ],
  reason,
});

export const chestOpened: MailTemplateOf = (links, payload) => {
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
    reason,
  };
};

export const payoutPaid: MailTemplateOf = (links, payload) => ({
  subject: 'We have paid out your earnings',
  preview: 'Your reward is on its way to you.',
  heading: 'Your reward is on its way',
  body: [
    text('What you have earned was paid out. Thank you for bringing others onto the trail!'),
    facts(['For', paidFor(payload)], ['Amount', dollars(payload.number('amountCents'))], ['Reference', payload.text('reference')]),
    button('See my earnings', links.to(earningsPage)),
  ],
  reason,
});

/** `2 commissions and 1 treasure chest, less 1 that was taken back`. */
function paidFor(payload: Payload): string {
  const count = (name: string, singular: string) => {
    const amount = payload.number(name) ?? 0;
    return amount > 0 ? [plural(amount, singular)] : [];
  };
  const paid = [...count('commissions', 'commission'), ...count('chests', 'treasure chest')].join(' and ');
  const takenBack = payload.number('reversals') ?? 0;
  return takenBack > 0 ? `${paid}, less ${takenBack} that ${takenBack === 1 ? 'was' : 'were'} taken back` : paid;
}
