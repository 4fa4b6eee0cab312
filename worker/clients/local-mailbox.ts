import { type MailProvider, MailProviderError, withTimeout } from './mail-provider.ts';

const timeoutMs = 5_000;

/**
 * Delivers email to the local mailbox, which stores it without sending it. `base` is the URL of the mailbox process, for example
 * http://localhost:8789.
 */
export function localMailbox(base: string, from: string | null, limitMs = timeoutMs): MailProvider {
  return {
    async send({ replyTo, ...mail }) {
      const headers = { ...mail.headers, ...(replyTo !== null && { 'Reply-To': replyTo }) };
      await withTimeout(limitMs, async () => {
        const response = await fetch(`${base}/send`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...mail, headers, from: from ?? 'Cache Cards <mail@localhost>' }),
          signal: AbortSignal.timeout(limitMs),
        });
        const fault = response.status < 500 ? 'mail' : 'unknown';
        if (!response.ok)
          throw new MailProviderError(`The mailbox returned ${response.status}: ${(await response.text()).slice(0, 200)}`, { fault });
      });
    },
  };
}
