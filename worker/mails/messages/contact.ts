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
      reason: 'because messages from the contact form are sent to this address',
      replyTo: oneAddress(payload.text('email')),
    };
  },

  contact_answer: (payload) => ({
    subject: `Re: Your message to Cache Cards [#${payload.text('number') ?? ''}]`,
    heading: 'Our reply',
    body: [
      ...payload
        .lines('answer')
        .filter((line) => line !== '')
        .map(text),
      note('You wrote:'),
      quote(payload.lines('words').map(removeAddresses)),
      text(payload.text('isMember') ? 'You can reply to this email or in your account.' : 'You can reply to this email.'),
    ],
    ...(payload.text('isMember') && { button: ['Open my messages', '/account?tab=messages'] }),
    reason: 'because you wrote to us',
    replyTo: oneAddress(payload.text('replyTo')),
  }),

  contact_attachment: (payload) => ({
    subject: `Your attachment was not received [#${payload.text('number') ?? ''}]`,
    text: 'We received your message, but not its attachment: we can only receive text. If the attachment matters, please describe it in words.',
    reason: 'because you replied to us by email',
    replyTo: oneAddress(payload.text('replyTo')),
  }),
} satisfies MailTemplates;
