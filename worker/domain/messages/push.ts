/** Decides whether and when a push notification is sent. Product rules: Claims, printing, email and messages. */
import type { PushTopic } from '#schema/messages/notifications.ts';
import { type PushTemplate, topicOf } from '#schema/messages/push.ts';
import { pushTtlSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { planRetry } from './delivery.ts';
import { quietUntil } from './quiet-hours.ts';

export interface PushDevice {
  endpoint: string;
  /** Public key of the device (P-256) and its secret, both base64url, with which the content is encrypted. */
  publicKey: string;
  secret: string;
}

export interface ClaimedPush {
  id: number;
  userId: number;
  template: PushTemplate;
  payload: string;
  subject: string;
  attempts: number;
  remaining: string | null;
  createdAt: Seconds;
  timeZone: string | null;
  language: string;
}

export interface PushOutcome {
  id: number;
  attempts: number;
  /** If `held`, delivery was not attempted, so the number of attempts does not increase. */
  status: 'sent' | 'dropped' | 'queued' | 'held';
  nextAttemptAt: Seconds;
  remaining: string | null;
}

/** `ended`: the device no longer has this subscription. `refused`: another attempt would fail too. */
export type PushResult = { kind: 'accepted' | 'ended' | 'refused' } | { kind: 'failed'; retryAfterSeconds: number };

/** Returns the outcome if the notification cannot be sent now; undefined if it can. */
export function decideBeforeSending(push: ClaimedPush, wantedTopics: readonly PushTopic[], now: Seconds): PushOutcome | undefined {
  const { id, attempts, remaining } = push;
  const isWanted = wantedTopics.includes(topicOf[push.template]);
  if (!isWanted || secondsToLive(push, now) <= 0) return { id, attempts, remaining, status: 'dropped', nextAttemptAt: now };
  const nextAttemptAt = quietUntil(now, push.timeZone);
  return nextAttemptAt === null ? undefined : { id, attempts, remaining, status: 'held', nextAttemptAt };
}

export function secondsToLive({ createdAt }: ClaimedPush, now: Seconds): number {
  return createdAt + pushTtlSeconds - now;
}

/** Selects the devices that have not accepted the notification. */
export function selectRemaining<Device extends PushDevice>({ remaining }: ClaimedPush, devices: readonly Device[]): Device[] {
  const endpoints = remaining === null ? null : (JSON.parse(remaining) as string[]);
  return devices.filter(({ endpoint }) => endpoints?.includes(endpoint) ?? true);
}

/** Decides after an attempt. Only the devices that failed are tried again. */
export function decideAfterSending(
  { id, attempts }: ClaimedPush,
  results: readonly { endpoint: string; result: PushResult }[],
  now: Seconds,
): PushOutcome {
  const failures = results.flatMap(({ endpoint, result }) => (result.kind === 'failed' ? { endpoint, ...result } : []));
  const plan = planRetry(attempts, now);
  if (failures.length > 0 && plan.status === 'queued') {
    const nextAttemptAt = Math.max(plan.nextAttemptAt, ...failures.map(({ retryAfterSeconds }) => now + retryAfterSeconds));
    return { id, attempts, status: 'queued', nextAttemptAt, remaining: JSON.stringify(failures.map(({ endpoint }) => endpoint)) };
  }
  const isSent = results.some(({ result }) => result.kind === 'accepted');
  return { id, attempts, status: isSent ? 'sent' : 'dropped', nextAttemptAt: now, remaining: null };
}
