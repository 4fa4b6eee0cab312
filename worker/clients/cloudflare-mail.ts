/** Cloudflare Email Service, through the Worker's `send_email` binding. */
import { type MailProvider, withinTime } from './mail-provider.ts';

const timeoutMs = 10_000;

/**
 * `from` is an address of a domain that is onboarded there. Cloudflare sets the Message-ID itself and refuses ours, so
 * ours goes along in X-Entity-Ref-ID: a mail that was delivered twice carries the same one.
 */
export function cloudflareMail(binding: SendEmail, from: string): MailProvider {
  return {
    async send({ messageId, to, replyTo, subject, html, text, headers }) {
      const content = { subject, html, text, headers: { ...headers, 'X-Entity-Ref-ID': messageId } };
      const sent = { from: senderOf(from), to, ...(replyTo !== null && { replyTo }), ...content };
      await withinTime(timeoutMs, () => binding.send(sent));
    },
  };
}

/** `Name <address>` in its two parts; a bare address as it is. */
function senderOf(from: string): string | { name: string; email: string } {
  const [, name, email] = /^(.*\S)\s*<([^<>]+)>$/.exec(from) ?? [];
  return name && email ? { name, email } : from;
}
