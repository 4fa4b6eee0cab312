/** POST /api/contact, which is public. Emails only the operator, because emailing the sender would enable spam. */

import { Hono } from 'hono';
import { answers } from '#schema/answers.ts';
import { ContactRequest, type ContactResponse } from '#schema/messages/contact.ts';
import { contactLimits } from '#worker/domain/limit.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { identify } from '#worker/middleware/session.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';

export const contactRoutes = new Hono<AppEnv>().post('/', identify, json(ContactRequest), async (c) => {
  const { caller, config, now, store } = c.var;
  const addressHashes = await c.var.addressHashes();
  const { addressHash } = addressHashes;
  const limits = contactLimits(addressHashes, now);
  const counts = await store.contact.save({ ...c.req.valid('json'), caller, addressHash }, limits, config.mail.contactTo, now);
  refuseOverrun(limits, counts, now, 'too_many_messages');
  return c.json({ message: answers.messageSent } satisfies ContactResponse, 201);
});
