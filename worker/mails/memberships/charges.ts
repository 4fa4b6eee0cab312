/** Payloads: worker/domain/memberships. */
import { button, facts, type MailTemplates, note, text } from '#worker/mails/content.ts';
import { dayOf, dollars, tierName } from '#worker/mails/words.ts';

const membershipPage = '/account?tab=membership';

export const chargeMails = {
  refund: (links, payload) => {
    const isPart = payload.text('extent') === 'part';
    const [cents, paidCents] = [payload.number('amountCents'), payload.number('paidCents')];
    return {
      subject: isPart ? 'We have refunded a part of your payment' : 'We have refunded your payment',
      preview: 'The money is on its way back to your card.',
      heading: 'Your money is on its way back',
      body: [
        text(
          payload.text('why') === 'paid_twice'
            ? 'This was paid for something that you had already, so we have sent it back at once. There is nothing to do.'
            : 'We have sent it back to the card that you paid with. Banks mostly take five to ten days to show it.',
        ),
        facts(
          ['For', payload.text('description')],
          ['Refunded', dollars(cents)],
          // Also when the rest is refunded after a partial refund.
          ['Of a payment of', cents === paidCents ? null : dollars(paidCents)],
        ),
        button('See my payments', links.to(membershipPage)),
        note('Questions? Please reply to this mail.'),
      ],
    };
  },

  dispute_opened: (links, payload) => ({
    subject: 'Your bank has asked for a payment back',
    preview: 'Until that is settled, what it paid for waits.',
    heading: 'A payment is in dispute',
    body: [
      text(
        'Your bank has told us that this payment is in dispute, and looks into it. That takes some weeks. Until then what it earned you or a friend waits.',
      ),
      facts(['For', payload.text('description')], ['Amount', dollars(payload.number('amountCents'))]),
      text('Did you not mean to dispute it? Then please tell your bank so, and reply to this mail: it is settled much faster.'),
      button('See my payments', links.to(membershipPage)),
    ],
  }),

  dispute_won: (links, payload) => {
    const outcome = payload.text('outcome');
    const appealed = outcome === 'back' || outcome === 'until' || outcome === 'goes_on' || outcome === 'over' ? afterAppeal[outcome] : null;
    return {
      subject: appealed ? 'A disputed payment stands after all' : 'The dispute of your payment is settled',
      preview: appealed ?? 'The payment stands, and nothing changes for you.',
      heading: appealed ? 'The payment stands after all' : 'The dispute is settled',
      body: [
        text(
          appealed
            ? `We told you that your bank had taken this payment back. After an appeal it was decided that the payment stands, so it is charged to you. ${appealed}`
            : 'Your bank has decided that the payment stands. Nothing changes for you, and what had to wait goes on.',
        ),
        facts(
          ['For', payload.text('description')],
          ['Amount', dollars(payload.number('amountCents'))],
          ['Yours until', dayOf(payload.text('until'))],
        ),
        button('See my payments', links.to(membershipPage)),
        ...(appealed ? [note('Is that not right? Please reply to this mail.')] : []),
      ],
    };
  },

  dispute_lost: (links, payload) => {
    const goesOn = tierName(payload.text('goesOn'));
    return {
      subject: 'Your bank has taken a payment back',
      preview: goesOn ? `Your ${goesOn} membership goes on.` : 'What it paid for has ended.',
      heading: 'The payment went back to you',
      body: [
        text(
          goesOn
            ? `Your bank has decided the dispute of this payment for you: the money is yours again. Your ${goesOn} membership goes on as it is.`
            : 'Your bank has decided the dispute of this payment for you: the money is yours again, and what it paid for has ended.',
        ),
        facts(['For', payload.text('description')], ['Amount', dollars(payload.number('amountCents'))]),
        ...(goesOn ? [] : [text('You are welcome to come back whenever you like.')]),
        button('See my payments', links.to(membershipPage)),
        note('Is that not what you wanted? Please reply to this mail.'),
      ],
    };
  },

  card_changed: (links, payload) => ({
    subject: 'Your card was changed',
    preview: 'Your membership is charged to another card from now on.',
    heading: 'Your card was changed',
    body: [
      text('From now on your membership is charged to this card:'),
      facts(['Card', payload.text('card') ?? 'The one that you gave us']),
      button('See my membership', links.to(membershipPage)),
      note('Was that not you? Then please change your password, and reply to this mail.'),
    ],
  }),
} satisfies MailTemplates;

/** The member was told earlier that the dispute was lost. */
const afterAppeal = {
  back: 'What it paid for is yours again.',
  until: 'The membership that it paid for is yours again until the end of that year. It ends by itself then.',
  goes_on: 'Your membership goes on as it is.',
  over: 'The year that it paid for is over by now.',
};
