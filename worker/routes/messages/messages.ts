/** Routes at /api/messages, for conversations that started with the contact form and continue in the account. */
import { Hono } from 'hono';
import { type Conversation, type Conversations, ReplyRequest } from '#schema/messages/contact.ts';
import { PageQuery } from '#schema/page-query.ts';
import { replyLimits } from '#worker/domain/limit.ts';
import { toIso } from '#worker/domain/time.ts';
import { requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';
import type { OwnMessageRow, ReplyRow } from '#worker/store/messages/conversations.ts';

export const messageRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(PageQuery), async (c) => {
    const { caller, now, store } = c.var;
    const query = c.req.valid('query');
    const { member, found: rows } = await store.contact.own(caller, toOlderRows(query), now);
    requireMember(member);
    const { page, nextCursor } = toPage(rows, query);
    const replies = await store.contact.replies(page.map(({ id }) => id));
    return c.json({ conversations: page.map((message) => presentConversation(message, replies)), nextCursor } satisfies Conversations);
  })

  .post('/:id/replies', requireCaller, json(ReplyRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const member = requireMember(await store.users.signedIn(caller, now));
    await countAttempt(c, replyLimits(member.id, now), 'too_many_messages');
    const reply = { messageId: rowId(c.req.param('id')), ...c.req.valid('json') };
    const message = requireValue(await store.contact.reply(caller, reply, config.mail.contactTo, now), 'message_not_found');
    return c.json(presentConversation(message, await store.contact.replies([message.id])), 201);
  });

function presentConversation({ createdAt, ...message }: OwnMessageRow, replies: ReplyRow[]): Conversation {
  return {
    ...message,
    createdAt: toIso(createdAt),
    // The response does not reveal which administrator wrote the reply.
    replies: replies
      .filter(({ messageId }) => messageId === message.id)
      .map(({ id, kind, text, createdAt: at }) => ({ id, kind, text, createdAt: toIso(at) })),
  };
}
