/** Payloads: worker/store/messages/mail.ts, worker/domain/messages/conversation.ts. */
import { button, facts, type MailTemplates, note, quote, text } from '#worker/mails/content.ts';

/** Mail programs must not parse it as two addresses. */
const oneAddress = (email: string | null) => (email !== null && /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(email) ? email : null);

export const contactMails = {
  contact_message: (links, payload) => {
    const number = payload.text('number');
    const isReply = payload.text('isReply') !== null;
    const name = payload.text('name') ?? 'somebody';
    return {
      subject: `${isReply ? 'Reply to message' : 'Message'}${number ? ` #${number}` : ''} from ${name}`,
      preview: payload.text('message') ?? '',
      heading: isReply ? 'More from a member' : 'A message from the contact form',
      body: [
        text(
          `${isReply ? 'A member has gone on with their message.' : 'Somebody has written to us.'} Answer in the product, and they read it by mail and, as a member, in their account. A reply to this mail goes to them too, but nobody else sees it.`,
        ),
        facts(['From', payload.text('name')], ['Email', payload.text('email')], ['Member', payload.text('userId')]),
        quote(payload.lines('message')),
        button('Open the conversation', links.to(`/admin/dashboard?tab=messages${number ? `&message=${number}` : ''}`)),
      ],
      reason: 'because messages of the contact form come to this address',
      replyTo: oneAddress(payload.text('email')),
    };
  },

  contact_answer: (links, payload) => ({
    subject: `Re: Your message to Cache Cards [#${payload.text('number') ?? ''}]`,
    preview: payload.text('answer') ?? '',
    heading: 'Our answer',
    body: [
      ...payload
        .lines('answer')
        .filter((line) => line !== '')
        .map(text),
      note('You wrote:'),
      quote(payload.lines('words')),
      ...(payload.text('isMember')
        ? [text('To go on, reply to this mail or in your account.'), button('Open your messages', links.to('/account?tab=messages'))]
        : [text('To go on, reply to this mail.')]),
    ],
    reason: 'because you wrote to us',
    replyTo: oneAddress(payload.text('replyTo')),
  }),
} satisfies MailTemplates;
