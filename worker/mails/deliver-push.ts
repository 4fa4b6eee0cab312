/** Delivers queued push notifications at least once. Product rules: Claims, printing, email and messages. */
import type { PushService } from '#worker/clients/push-service.ts';
import {
  type ClaimedPush,
  decideAfterSending,
  decideBeforeSending,
  type PushDevice,
  type PushOutcome,
  secondsToLive,
  selectRemaining,
} from '#worker/domain/messages/push.ts';
import { logError } from '#worker/log.ts';
import type { Store } from '#worker/store/store.ts';
import type { Words } from '#worker/words/words.ts';
import { composePush } from './compose-push.ts';

const perChunk = 6;

export interface PushDeps {
  store: Pick<Store, 'push'>;
  /** Null if the site has no keys for push notifications. */
  service: PushService | null;
  readWords: (language: string) => Promise<Words>;
}

/** Safe to run twice, late or in parallel. */
export async function deliverPush(
  { store, service, readWords }: PushDeps,
  now: number,
  isOver: (chunks: number) => boolean,
): Promise<void> {
  if (!service) return;
  const startedAt = Date.now();
  const clock = () => now + Math.floor((Date.now() - startedAt) / 1_000);
  for (let chunks = 0; !isOver(chunks); chunks += 1) {
    const claimed = await store.push.claim(perChunk, clock());
    if (claimed.length === 0) return;
    const { devices, wanted } = await store.push.recipients([...new Set(claimed.map(({ userId }) => userId))], clock());
    const endedDevices: PushDevice[] = [];
    const outcomes = await Promise.all(
      claimed.map(async (push) => {
        const isOwn = ({ userId }: { userId: number }) => userId === push.userId;
        const topics = wanted.filter(isOwn).map(({ topic }) => topic);
        return decideBeforeSending(push, topics, clock()) ?? (await send(push, devices.filter(isOwn), service));
      }),
    );
    await store.push.reconcile(outcomes, endedDevices);
    if (claimed.length < perChunk) return;

    async function send(push: ClaimedPush, ownDevices: PushDevice[], to: PushService): Promise<PushOutcome> {
      const content = composePush(push, await readWords(push.language));
      const results = await Promise.all(
        selectRemaining(push, ownDevices).map(async (device) => {
          const result = await to.send(device, content, secondsToLive(push, clock()));
          if (result.kind === 'ended') endedDevices.push(device);
          if (result.kind === 'refused') logError('push_refused', { pushId: push.id, host: new URL(device.endpoint).host });
          return { endpoint: device.endpoint, result };
        }),
      );
      return decideAfterSending(push, results, clock());
    }
  }
}
