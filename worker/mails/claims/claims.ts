import type { MailTemplates } from '#worker/mails/content.ts';

export const claimMails = {
  claim_decided: (payload) => {
    const isApproved = payload.text('status') === 'approved';
    const isAdoption = payload.text('isAdoption') !== null;
    const noun = isAdoption ? 'request' : 'claim';
    return {
      subject: `Your ${noun} was ${isApproved ? '' : 'not '}approved`,
      text: isApproved
        ? 'The Cache Card is now in your account. It has a new secret code, so print it again and replace the old card. Enter its location so others can find it. You’ll earn tokens for finds, but not for this placement.'
        : isAdoption
          ? 'You asked to adopt a Cache Card, but we couldn’t agree to it this time.'
          : 'Your proof didn’t show that the Cache Card is yours. You can claim it again with different proof.',
      facts: { Card: payload.text('cardId'), 'Our comment': payload.text('comment') },
      button: ['See my cards', '/dashboard/cache-cards'],
      reason: isAdoption ? 'because you asked to adopt a Cache Card' : 'because you claimed a Cache Card',
    };
  },
} satisfies MailTemplates;
