/** What somebody wrote in the contact form, for the office. Payload: worker/store/mail.ts. */
import { button, facts, type MailTemplateOf, quote, text } from './content.ts';

export const contactMessage: MailTemplateOf = (links, payload) => {
  const email = payload.text('email');
  return {
    subject: `Message from ${payload.text('name') ?? 'somebody'}`,
    preview: payload.text('message') ?? '',
    heading: 'A message from the contact form',
    body: [
      text('Somebody has written to us. A reply to this mail goes to them.'),
      facts(['From', payload.text('name')], ['Email', email], ['Member', payload.text('userId')]),
      quote(payload.lines('message')),
      button('Open the messages', links.to('/admin/dashboard?tab=messages')),
    ],
    reason: 'because messages of the contact form come to this address',
    replyTo: email !== null && /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(email) ? email : null,
  };
};
