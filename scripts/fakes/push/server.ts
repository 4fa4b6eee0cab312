/**
 * POST /push/{id} receives a message for a subscription (RFC 8030), and the page /dev/push shows the decrypted ones. Controls: POST
 * /fake/subscriptions creates a subscription, as a browser does; POST /fake/ends {"id"} ends it; GET /fake/pushes?id= lists its messages.
 */
import * as v from 'valibot';
import type { PushContent } from '#schema/messages/push.ts';
import { type FakeResponse, json, page } from '#scripts/fakes/core/responses.ts';
import { type Request, type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { checkSignature, decryptPush } from '#scripts/fakes/push/decrypt.ts';
import { listPage } from '#scripts/fakes/push/pages.ts';
import { Pushes } from '#scripts/fakes/push/state.ts';

const refuse = (status: number, error: string) => json(status, { error });

export function serve({ port, stateFile }: { port: number; stateFile?: string | undefined }): Promise<RunningFake> {
  const pushes = new Pushes(stateFile);
  return serveFake(port, (url) => ({
    async handle(request, faults) {
      const [, id] = /^POST \/push\/([\w-]+)$/.exec(request.call) ?? [];
      if (id !== undefined)
        return faults.apply(
          'POST /push',
          () => receive(id, request),
          (status) => refuse(status, 'Fails on purpose.'),
        );
      return /^GET \/dev\/push\/?$/.test(request.call) ? page(200, listPage(pushes.list())) : undefined;
    },
    async control(call, requestBody, query) {
      if (call === 'POST subscriptions') {
        const { id, publicKey, secret } = await pushes.subscribe();
        return { id, endpoint: `${url}/push/${id}`, keys: { p256dh: publicKey, auth: secret } };
      }
      if (call === 'POST ends') return pushes.end(v.parse(v.object({ id: v.string() }), requestBody).id);
      return call === 'GET pushes' ? pushes.list(query.get('id')) : undefined;
    },
  }));

  async function receive(id: string, { headers, bytes }: Request): Promise<FakeResponse> {
    const subscription = pushes.find(id);
    if (!subscription || subscription.hasEnded) return refuse(410, 'The subscription has ended.');
    const { ttl, topic, authorization, host } = headers as Record<string, string | undefined>;
    if (!/^\d+$/.test(ttl ?? '')) return refuse(400, 'A TTL is required.');
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refuse(400, 'The topic must be at most 32 base64url characters.');
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(400, 'The content encoding must be aes128gcm.');
    if (bytes.length > 4_096) return refuse(413, 'The message is too large.');
    const refusal = await checkSignature(authorization, host).then(
      () => undefined,
      (error: Error) => refuse(403, error.message),
    );
    if (refusal) return refusal;
    const content = JSON.parse(await decryptPush(bytes, subscription)) as PushContent;
    pushes.receive({ subscriptionId: id, content, ttl: Number(ttl), topic: topic ?? null });
    return { status: 201, headers: { Location: `/messages/${crypto.randomUUID()}` } };
  }
}
