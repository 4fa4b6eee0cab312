import { button, facts, type MailTemplates, text } from '#worker/mails/content.ts';

export const claimMails = {
  claim_decided: (links, payload) => {
    const isApproved = payload.text('status') === 'approved';
    const cardId = payload.text('cardId');
    return {
      subject: isApproved ? 'Your claim was approved' : 'Your claim was decided',
      preview: isApproved ? 'The Cache Card is yours now.' : 'We could not give you the Cache Card.',
      heading: isApproved ? 'The card is yours' : 'We could not approve your claim',
      body: [
        text(
          isApproved
            ? 'We have looked at your proof, and the Cache Card is in your account now.'
            : 'We have looked at your proof, and it did not show us that the Cache Card is yours. You may claim it again with another one.',
        ),
        facts(['Card', cardId], ['Our comment', payload.text('comment')]),
        button('See my cards', links.to('/dashboard/cache-cards')),
      ],
      reason: 'because you claimed a Cache Card',
    };
  },
} satisfies MailTemplates;
