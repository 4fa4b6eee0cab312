/**
 * Bounce and complaint events as published by Cloudflare's Email Service
 * (developers.cloudflare.com/email-service/reference/event-subscriptions).
 */
import * as v from 'valibot';

/** Request to simulate an event. `hard` and `soft` are bounces; `complaint` means that the recipient marked the email as spam. */
export const BounceRequest = v.strictObject({ to: v.string(), type: v.picklist(['hard', 'soft', 'complaint']) });
export type BounceRequest = v.InferOutput<typeof BounceRequest>;

const responses = { hard: '550 5.1.1 User unknown', soft: '452 4.2.2 Mailbox full' } as const;

export function bounceEvent({ to, type }: BounceRequest, at: Date): object {
  const outcome =
    type === 'complaint'
      ? { delivery: { status: 'complained' }, complaint: { type: 'abuse' } }
      : {
          delivery: { status: 'bounced', provider: 'external_smtp', smtpResponse: responses[type] },
          bounce: { type, classification: type === 'hard' ? 'permanent_failure' : 'temporary_failure', reason: responses[type] },
        };
  return {
    type: `cf.email.sending.message.${type === 'complaint' ? 'complained' : 'bounced'}`,
    source: { type: 'email.sending', zoneId: 'local', domain: 'localhost' },
    payload: {
      eventId: crypto.randomUUID(),
      messageId: crypto.randomUUID(),
      sender: 'mail@localhost',
      recipient: to,
      terminal: true,
      ...outcome,
    },
    metadata: {
      accountId: 'local',
      eventSubscriptionId: 'local',
      eventSchemaVersion: 1,
      eventTimestamp: at.toISOString(),
    },
  };
}
