/** Cloudflare Email Service, through the Worker's `send_email` binding. */
import { type MailFault, type MailProvider, MailProviderError, withinTime } from './mail-provider.ts';

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
      await withinTime(timeoutMs, async () => {
        try {
          await binding.send(sent);
        } catch (error) {
          throw new MailProviderError(error instanceof Error ? error.message : String(error), { cause: error, fault: faultIn(error) });
        }
      });
    },
  };
}

/** Of Cloudflare's own codes those that no mail would fare better with: quotas, and a sender's domain that is not set up. */
const ofAll = /\bE_(RATE_LIMIT_EXCEEDED|DAILY_LIMIT_EXCEEDED|SENDER_NOT_VERIFIED|SENDER_DOMAIN_NOT_AVAILABLE)\b/;
/** Those that say what is wrong with this one, or where it should go. */
const ofThisMail = /\bE_(VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|DELIVERY_FAILED|(RECIPIENT|TOO_MANY|HEADER|HEADERS)_\w+)\b/;

function faultIn(error: unknown): MailFault {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
  if (ofAll.test(code)) return 'outage';
  return ofThisMail.test(code) ? 'mail' : 'unknown';
}

/** `Name <address>` in its two parts; a bare address as it is. */
function senderOf(from: string): string | { name: string; email: string } {
  const [, name, email] = /^(.*\S)\s*<([^<>]+)>$/.exec(from) ?? [];
  return name && email ? { name, email } : from;
}
