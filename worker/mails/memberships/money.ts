/** Payloads: worker/domain/memberships/mails.ts. */
import { renewalNoticeDays } from '#schema/rules.ts';
import { button, facts, type MailTemplates, note, type Payload, text } from '#worker/mails/content.ts';
import { dayOf, dollars, tierName } from '#worker/mails/words.ts';

const membershipPage = '/account?tab=membership';

export const membershipMails = {
  purchase: (links, payload) => {
    const isCards = payload.text('kind') === 'cache_cards';
    return {
      subject: isCards ? 'Your Cache Cards are ordered' : 'Your membership has begun',
      preview: 'Thank you for your purchase.',
      heading: 'Thank you!',
      body: [
        text(
          isCards
            ? 'Your payment has arrived, and your Cache Cards are in your account. Place each one out there, and earn when others find it.'
            : 'Your payment has arrived, and your membership has begun. Order cards, hide them, and invite your friends.',
        ),
        facts(
          ['What', payload.text('description')],
          ['Taken off for your Basic year', dollars(payload.number('creditCents'))],
          ...paidBy(payload),
        ),
        isCards ? button('See my cards', links.to('/dashboard/cache-cards')) : button('Go to my dashboard', links.to('/dashboard')),
        note('The receipt is in your account, under Membership.'),
      ],
    };
  },

  renewal: (links, payload) => ({
    subject: 'Your membership was renewed',
    preview: 'Another year on the trail.',
    heading: 'Another year on the trail',
    body: [
      text('Your membership was renewed for another year. Thank you for staying with us!'),
      facts(['What', payload.text('description')], ...paidBy(payload), ['Runs until', dayOf(payload.text('paidUntil'))]),
      button('See my membership', links.to(membershipPage)),
      note('You can end the yearly renewal there at any time.'),
    ],
  }),

  renewal_notice: (links, payload) => {
    const amount = payload.number('amountCents');
    const price = dollars(amount);
    const fromBalance = payload.number('balanceCents');
    const due = amount !== null && fromBalance !== null ? amount - fromBalance : amount;
    const day = dayOf(payload.text('renewsAt'));
    return {
      subject: day === null ? 'Your membership renews soon' : `Your membership renews on ${day}`,
      preview:
        due === 0
          ? 'Your balance with us pays for another year, unless you cancel before.'
          : `We charge ${dollars(due) ?? 'your card'} for another year, unless you cancel before.`,
      heading: 'Another year is coming up',
      body: [
        text(`Your ${membership(payload.text('tier'))} renews by itself for another year. If you want to stay, there is nothing to do.`),
        facts(
          ['Renews on', day],
          ['Price', price],
          ['Period', 'One year, until you cancel'],
          ['From your balance', dollars(fromBalance)],
          ['Charged', fromBalance === null ? null : dollars(due)],
          ['Charged to', due === 0 ? null : (payload.text('card') ?? 'No card is on file: please give us one')],
        ),
        text(`To cancel, open your membership below and choose “Cancel membership” before that day: you keep everything until then.`),
        button('See my membership', links.to(membershipPage)),
        note('Has your card changed? There you can give us another one, too.'),
      ],
    };
  },

  renewal_failed: (links, payload) => ({
    subject: 'We could not renew your membership',
    preview: 'The payment did not go through. You keep everything while you put it right.',
    heading: 'Your renewal did not go through',
    body: [
      text(`We could not charge the yearly payment of your ${membership(payload.text('tier'))}. For now you keep everything it brings.`),
      facts(['Please pay by', dayOf(payload.text('graceUntil'))]),
      button('Put it right', links.to(membershipPage)),
      note('If nothing is paid by then, your membership ends and your account becomes a free one. Your tokens and cards stay yours.'),
    ],
  }),

  grace_ending: (links, payload) => ({
    subject: 'Your membership ends soon',
    preview: 'The payment of your renewal is still open.',
    heading: 'Only a little time left',
    body: [
      text(`The yearly payment of your ${membership(payload.text('tier'))} is still open.`),
      facts(['It ends on', dayOf(payload.text('graceUntil'))]),
      button('Keep my membership', links.to(membershipPage)),
      note('Do you want to let it end? Then there is nothing to do. Your tokens and cards stay yours.'),
    ],
  }),

  membership_cancelled: (links, payload) => ({
    subject: 'Your membership will not renew',
    preview: 'You have cancelled it. Nothing more is charged.',
    heading: 'Your cancellation is done',
    body: [
      text(
        `Your ${membership(payload.text('tier'))} does not renew any more, and nothing more is charged. You keep everything it brings until it ends.`,
      ),
      facts(['It ends on', dayOf(payload.text('until'))]),
      text('Your tokens and cards stay yours. Have you changed your mind? Until that day you can resume it.'),
      button('See my membership', links.to(membershipPage)),
      note('Was that not you? Then please resume it there, and change your password.'),
    ],
  }),

  membership_resumed: (links, payload) => ({
    subject: 'Your membership renews again',
    preview: 'You have taken its cancellation back.',
    heading: 'Good to have you with us',
    body: [
      text(
        `You have taken the cancellation of your ${membership(payload.text('tier'))} back: it renews every year again, until you cancel.`,
      ),
      facts(['Renews on', dayOf(payload.text('until'))], ['Price', dollars(payload.number('amountCents'))]),
      button('See my membership', links.to(membershipPage)),
      note(`You can cancel there at any time. We remind you ${renewalNoticeDays.before} days before each renewal.`),
    ],
  }),

  membership_ended: (links, payload) => ({
    subject: 'Your membership has ended',
    preview: 'Your tokens and cards stay yours.',
    heading: 'Your membership has ended',
    body: [
      text(`Your ${membership(payload.text('tier'))} has ended, and your account is a free one now. Your tokens and cards stay yours.`),
      text('You can go on finding cards, and come back whenever you like.'),
      button('Become a member again', links.to(`/dashboard?upgrade=${payload.text('tier') === 'premium' ? 'premium' : 'basic'}`)),
    ],
  }),

  membership_granted: (links, payload) => ({
    subject: 'A membership for you',
    preview: 'We have given you a year. There is nothing to pay.',
    heading: 'A gift from us',
    body: [
      text(`We have given you a ${membership(payload.text('tier'))}. There is nothing to pay, and it ends by itself.`),
      facts(['Runs until', dayOf(payload.text('until'))]),
      text('Order cards, hide them, invite your friends, and earn when others find what you have hidden.'),
      button('Go to my dashboard', links.to('/dashboard')),
    ],
  }),
} satisfies MailTemplates;

function paidBy(payload: Payload): [string, string | null][] {
  const fromBalance = payload.number('balanceCents');
  const amount = payload.number('amountCents');
  return [
    ['Paid from your balance', dollars(fromBalance)],
    [fromBalance === null ? 'Paid' : 'Paid by card', fromBalance !== null && amount === 0 ? null : dollars(amount)],
  ];
}

function membership(tier: string | null): string {
  return [tierName(tier), 'membership'].filter(Boolean).join(' ');
}
