/** See "Passkeys" in docs/product-rules.md. */
import { Hono } from 'hono';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { NewPasskeyRequest, type Passkey, PasskeyNameRequest } from '#schema/accounts/passkey.ts';
import { passkeyAddedMail, signInRemovedMail } from '#worker/domain/messages/mail.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, optionalJson } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { refuseUnreachable } from '#worker/routes/accounts/mailbox-limits.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { creationOptions, newChallenge, readChallenge, verifyAttestation } from '#worker/security/passkeys.ts';
import { presentPasskey } from './present-access.ts';

/** Routes at /api/passkeys. */
export const passkeyRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const found = requireValue(await store.passkeys.list(caller, now), 'not_signed_in');
    return c.json(found.map(presentPasskey) satisfies Passkey[]);
  })

  // Requesting the challenge requires reauthentication. A passkey can only be added with a response to that challenge in the same session.
  .post('/options', requireCaller, json(IdentityProof), async (c) => {
    const { caller, config, now, store } = c.var;
    const { member } = await confirmCaller(c, c.req.valid('json').currentPassword);
    await refuseUnreachable(c, member.email);
    const challenge = await newChallenge('add_member_passkey', caller.sessionHash);
    await store.passkeyChallenges.save(challenge.hash, now);
    const existingPasskeys = (await store.passkeys.list(caller, now)) ?? [];
    const owner = { handle: `member:${member.id}`, email: member.email, name: member.firstName ?? member.username ?? member.email };
    return c.json(await creationOptions(config.publicOrigin, challenge, owner, existingPasskeys));
  })

  .post('/', requireCaller, json(NewPasskeyRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { name, passkey } = c.req.valid('json');
    const member = requireMember(await store.users.signedIn(caller, now));
    const challenge = await readChallenge(passkey.clientDataJSON, 'add_member_passkey', caller.sessionHash);
    const isOpen = challenge && (await store.passkeyChallenges.consume(challenge.hash, now));
    const passkeyToStore = requireValue(
      isOpen ? await verifyAttestation(config.publicOrigin, challenge, passkey) : undefined,
      'passkey_refused',
    );
    const mail = passkeyAddedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member, name);
    const id = await store.passkeys.add(member.id, { ...passkeyToStore, name }, mail, now);
    if (id === 'passkey_known') throw new ApiError(id);
    if (id === undefined) throw new ApiError('too_many_passkeys');
    return c.json(presentPasskey({ id, name, createdAt: now, lastUsedAt: null }), 201);
  })

  .patch('/:id', requireCaller, json(PasskeyNameRequest), async (c) => {
    const { caller, store } = c.var;
    requireValue(await store.passkeys.rename(caller.userId, rowId(c.req.param('id')), c.req.valid('json').name), 'passkey_not_found');
    return c.json({ message: 'Passkey renamed.' });
  })

  .delete('/:id', requireCaller, optionalJson(IdentityProof), async (c) => {
    const { caller, config, now, store } = c.var;
    const id = rowId(c.req.param('id'));
    const { member } = await confirmCaller(c, c.req.valid('json').currentPassword);
    const { name } = requireValue(
      (await store.passkeys.list(caller, now))?.find((passkey) => passkey.id === id),
      'passkey_not_found',
    );
    await refuseUnreachable(c, member.email);
    const mail = signInRemovedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member, { passkey: name });
    requireValue(await store.passkeys.remove(member.id, id, mail, now), 'passkey_not_found');
    return c.json({ message: 'Passkey removed. If your device still offers it, delete it there, too.' });
  });
