/** Decides whether and when a push notification is sent, and what it says. Product rules: Claims, printing, email and messages. */
import type { PushTopic } from '#schema/messages/notifications.ts';
import { type PushContent, type PushTemplate, topicOf } from '#schema/messages/push.ts';
import { routes } from '#schema/routes.ts';
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

/**
 * Composes the notification. It is shown on locked screens, so it contains no location and nobody's name. In particular, owners learn at
 * once that a card was found, but not by whom.
 */
export function composePush({ template, payload, subject }: Pick<ClaimedPush, 'template' | 'payload' | 'subject'>): PushContent {
  const { cardId, count, daysLeft } = JSON.parse(payload) as Record<'cardId' | 'count' | 'daysLeft', string | null>;
  const [title, body, path] = texts[template]({ card: cardId ?? '', count: Number(count ?? 1), days: Number(daysLeft ?? 0) });
  return { title, body, path, tag: subject, topic: topicOf[template] };
}

type Text = [title: string, body: string, path: string];

const cardPath = (card: string) => `${routes.cacheCards.path}/${encodeURIComponent(card)}`;
const inDays = (days: number) => (days === 1 ? 'tomorrow' : `in ${days} days`);

const texts: Record<PushTemplate, (values: { card: string; count: number; days: number }) => Text> = {
  card_found: ({ card }) => ['Your card was found', `Someone found ${card}.`, cardPath(card)],
  new_cards: ({ count }) => [
    count === 1 ? 'A new card near you' : `${count} new cards near you`,
    count === 1 ? 'Be the first to find it.' : 'Be the first to find them.',
    routes.findCards.path,
  ],
  stay_offered: () => ['We have an offer for your stay', 'Take a look and respond before it expires.', routes.certificates.path],
  stay_reminder: ({ days }) => ['Your trip is coming up', `It starts ${inDays(days)}.`, routes.certificates.path],
  certificate_reminder: ({ days }) => ['Activate your certificate', `It expires ${inDays(days)}.`, routes.certificates.path],
  thanks: () => ['An owner thanked you', 'They liked the note you left.', routes.foundCards.path],
  card_reported: ({ card }) => ['Is your card still there?', `Someone couldn’t find ${card}. Please check on it.`, cardPath(card)],
  card_missing: ({ card }) => ['Your card is off the map', `${card} was reported missing. Please check on it.`, cardPath(card)],
};
