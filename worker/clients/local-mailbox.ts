import { type MailProvider, MailProviderError, withinTime } from './mail-provider.ts';

const timeoutMs = 5_000;

/**
 * Delivers email to the local mailbox, which stores it and sends nothing. `base` is the URL of its process, for example
 * http://localhost:8789.
 */
export function localMailbox(base: string, from: string | null, limitMs = timeoutMs): MailProvider {
  return {
    async send({ replyTo, ...mail }) {
      const headers = { ...mail.headers, ...(replyTo !== null && { 'Reply-To': replyTo }) };
      await withinTime(limitMs, async () => {
        const answer = await fetch(`${base}/send`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...mail, headers, from: from ?? 'Cache Cards <mail@localhost>' }),
          signal: AbortSignal.timeout(limitMs),
        });
        const fault = answer.status < 500 ? 'mail' : 'unknown';
        if (!answer.ok)
          throw new MailProviderError(`The mailbox returned ${answer.status}: ${(await answer.text()).slice(0, 200)}`, { fault });
      });
    },
  };
}
