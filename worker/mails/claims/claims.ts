import type { MailTemplates } from '#worker/mails/content.ts';

export const claimMails = {
  claim_decided: (payload, _links, { t }) => {
    const isApproved = payload.text('status') === 'approved';
    const isAdoption = payload.text('isAdoption') !== null;
    const content = {
      text: isApproved
        ? t(
            'The Cache Card is now in your account. It has a new secret code, so print it again and replace the old card. Enter its location so others can find it. You’ll earn tokens for finds, but not for this placement.',
          )
        : isAdoption
          ? t('You asked to adopt a Cache Card, but we couldn’t agree to it this time.')
          : t('Your proof didn’t show that the Cache Card is yours. You can claim it again with different proof.'),
      facts: { [t('Card')]: payload.text('cardId'), [t('Our comment')]: payload.text('comment') },
      button: [t('See my cards'), '/dashboard/cache-cards'] as [string, string],
    };
    if (isAdoption)
      return {
        ...content,
        subject: isApproved ? t('Your request was approved') : t('Your request was not approved'),
        reason: t('You’re receiving this email because you asked to adopt a Cache Card.'),
      };
    return {
      ...content,
      subject: isApproved ? t('Your claim was approved') : t('Your claim was not approved'),
      reason: t('You’re receiving this email because you claimed a Cache Card.'),
    };
  },
} satisfies MailTemplates;
