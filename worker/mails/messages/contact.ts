/**
 * Emails about contact messages and replies. Payloads are built in worker/store/messages/mail.ts and
 * worker/domain/messages/conversation.ts.
 */
import { type MailTemplates, note, quote, text } from '#worker/mails/content.ts';
import { removeAddresses } from '#worker/mails/words.ts';

/** Returns the email address, or null if an email client might parse it as two addresses. */
const oneAddress = (email: string | null) => (email !== null && /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(email) ? email : null);

export const contactMails = {
  contact_message: (payload) => {
    const number = payload.text('number');
    const isReply = payload.text('isReply') !== null;
    return {
      subject: `${isReply ? 'Reply to message' : 'Message'}${number ? ` #${number}` : ''} from ${payload.text('name') ?? 'someone'}`,
      preview: payload.text('message') ?? '',
      quote: payload.lines('message'),
      facts: { From: payload.text('name'), Email: payload.text('email'), Member: payload.text('userId') },
      button: ['Reply', `/admin/dashboard?tab=messages${number ? `&message=${number}` : ''}`],
      note: 'If you reply to this email instead, your colleagues won’t see it.',
      reason: 'You’re receiving this email because messages from the contact form are sent to this address.',
      replyTo: oneAddress(payload.text('email')),
    };
  },

  contact_answer: (payload, _links, { t }) => ({
    subject: t('Re: Your message to Cache Cards [#{number}]', { number: payload.text('number') }),
    heading: t('Our reply'),
    body: [
      ...payload
        .lines('answer')
        .filter((line) => line !== '')
        .map(text),
      note(t('You wrote:')),
      quote(payload.lines('words').map(removeAddresses)),
      text(payload.text('isMember') ? t('You can reply to this email or in your account.') : t('You can reply to this email.')),
    ],
    ...(payload.text('isMember') && { button: [t('Open my messages'), '/account?tab=messages'] }),
    reason: t('You’re receiving this email because you wrote to us.'),
    replyTo: oneAddress(payload.text('replyTo')),
  }),

  contact_attachment: (payload, _links, { t }) => ({
    subject: t('Your attachment was not received [#{number}]', { number: payload.text('number') }),
    text: t(
      'We received your message, but not its attachment: we can only receive text. If the attachment matters, please describe it in words.',
    ),
    reason: t('You’re receiving this email because you replied to us by email.'),
    replyTo: oneAddress(payload.text('replyTo')),
  }),
} satisfies MailTemplates;
