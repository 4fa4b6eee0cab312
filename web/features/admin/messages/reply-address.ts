/** The mail program's address for answering a message. */
import type { AdminMessage } from '#schema/admin/messages.ts';

/** Mail programs refuse addresses that are much longer. */
const quotedAtMost = 1_200;

/** `mailto:` with the subject and the message quoted. */
export function replyAddress({ name, email, message }: Pick<AdminMessage, 'name' | 'email' | 'message'>): string {
  const letters = [...message];
  const quoted = letters.length > quotedAtMost ? `${letters.slice(0, quotedAtMost).join('')}…` : message;
  const lines = quoted.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd());
  const body = [`Hello ${name},`, '', '', '', `${name} wrote:`, ...lines].join('\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Re: Your message to Cache Cards')}&body=${encodeURIComponent(body)}`;
}
