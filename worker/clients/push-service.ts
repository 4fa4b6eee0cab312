/** Sends push notifications to browsers' push services (RFC 8030), encrypted (RFC 8291) and signed (VAPID, RFC 8292). */
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { PushContent } from '#schema/messages/push.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { PushDevice, PushResult } from '#worker/domain/messages/push.ts';
import type { PushConfig } from '#worker/env.ts';

const timeoutMs = 10_000;
const longestTopic = 32;
/** Upper bound for a push service's Retry-After. */
const longestPause = secondsPerDay;

export interface PushService {
  send(device: PushDevice, content: PushContent, ttlSeconds: number): Promise<PushResult>;
}

export function webPush({ publicKey, privateKey, contact }: PushConfig): PushService {
  return {
    async send({ endpoint, publicKey: p256dh, secret: auth }, content, ttlSeconds) {
      const request = await buildPushPayload(
        {
          data: JSON.stringify(content),
          options: { ttl: ttlSeconds, topic: content.tag.replace(/[^\w-]/g, '').slice(-longestTopic), urgency: 'normal' },
        },
        // The library accepts only https, but the local fake uses http. This address only determines the signature's audience.
        { endpoint: endpoint.replace(/^http:/, 'https:'), expirationTime: null, keys: { p256dh, auth } },
        { subject: contact, publicKey, privateKey },
      ).catch(() => undefined);
      // The device's key is not a point of the curve, so nothing can ever be encrypted for it.
      if (!request) return { kind: 'ended' };
      try {
        // Redirects are not followed, because they could lead to any host.
        const response = await fetch(endpoint, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
        await response.body?.cancel();
        return toResult(response);
      } catch {
        return { kind: 'failed', retryAfterSeconds: 0 };
      }
    },
  };
}

function toResult({ ok, status, headers }: Response): PushResult {
  if (ok) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'ended' };
  if (status !== 429 && status < 500) return { kind: 'refused' };
  const seconds = /^\d+$/.exec(headers.get('Retry-After') ?? '')?.[0] ?? 0;
  return { kind: 'failed', retryAfterSeconds: Math.min(Number(seconds), longestPause) };
}
