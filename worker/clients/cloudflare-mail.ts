import { type MailFault, type MailProvider, MailProviderError, withTimeout } from './mail-provider.ts';

const timeoutMs = 10_000;

/**
 * Sends email through Cloudflare. The domain of `from` must be set up at Cloudflare. Cloudflare sets its own Message-ID and rejects ours,
 * so ours is sent as X-Entity-Ref-ID to allow duplicates to be detected.
 */
export function cloudflareMail(binding: SendEmail, from: string): MailProvider {
  return {
    async send({ messageId, to, replyTo, subject, html, text, headers }) {
      const content = { subject, html, text, headers: { ...headers, 'X-Entity-Ref-ID': messageId } };
      const outgoingMail = { from: parseSender(from), to, ...(replyTo !== null && { replyTo }), ...content };
      await withTimeout(timeoutMs, async () => {
        try {
          await binding.send(outgoingMail);
        } catch (error) {
          throw new MailProviderError(error instanceof Error ? error.message : String(error), {
            cause: error,
            fault: classifyFault(error),
          });
        }
      });
    },
  };
}

/** Cloudflare's error codes that affect all email, such as an exceeded quota or an unverified sender domain. */
const outageErrors = /\bE_(RATE_LIMIT_EXCEEDED|DAILY_LIMIT_EXCEEDED|SENDER_NOT_VERIFIED|SENDER_DOMAIN_NOT_AVAILABLE)\b/;
/** Cloudflare's error codes that affect only this address. */
const recipientErrors = /\bE_(DELIVERY_FAILED|RECIPIENT_\w+)\b/;
/** Cloudflare's error codes that affect only this email. */
const mailErrors = /\bE_(VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|(TOO_MANY|HEADER|HEADERS)_\w+)\b/;

function classifyFault(error: unknown): MailFault {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
  if (code.includes('E_RECIPIENT_SUPPRESSED')) return 'suppressed';
  if (recipientErrors.test(code)) return 'recipient';
  if (outageErrors.test(code)) return 'outage';
  return mailErrors.test(code) ? 'mail' : 'unknown';
}

/** Splits `Name <address>`; returns a plain address unchanged. */
function parseSender(from: string): string | { name: string; email: string } {
  const [, name, email] = /^(.*\S)\s*<([^<>]+)>$/.exec(from) ?? [];
  return name && email ? { name, email } : from;
}
