/** Routes at /api/admin/messages, for every administrator. */
import { type Context, Hono } from 'hono';
import { HandleMessagesRequest } from '#schema/admin/bulk.ts';
import { AddToConversation, type AdminConversation, type AdminMessage, HandleMessage } from '#schema/messages/admin-messages.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { answerMail, decideAddition } from '#worker/domain/messages/conversation.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { forEachItem } from '#worker/routes/admin/bulk.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type MessageRow, messageListShape, type ReadConversation } from '#worker/store/messages/admin-messages.ts';

export const messageRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: messageListShape,
      read: (store, request) => store.admin.messages.list(request),
      present: presentMessage,
      csv: {
        fileName: 'messages.csv',
        columns: [
          { header: 'Number', value: ({ id }) => id },
          { header: 'Received', value: ({ createdAt }) => createdAt },
          { header: 'Name', value: ({ name }) => name },
          { header: 'Email', value: ({ email }) => email },
          { header: 'Member', value: ({ userId }) => userId },
          { header: 'Message', value: ({ message }) => message },
          { header: 'Status', value: ({ state }) => state },
          { header: 'Handled', value: ({ handledAt }) => handledAt },
          { header: 'Handled by', value: ({ handledBy }) => handledBy },
        ],
      },
    }),
  )

  .get('/:id', requireAdmin, async (c) => c.json(await loadConversation(c)))

  .post('/:id/answers', requireAdmin, json(AddToConversation), (c) => addEntry(c, 'answer', c.req.valid('json')))

  .post('/:id/replies', requireAdmin, json(AddToConversation), (c) => addEntry(c, 'mail', c.req.valid('json')))

  .post('/handled', requireAdmin, json(HandleMessagesRequest), async (c) => {
    const { messages, isHandled } = c.req.valid('json');
    return c.json(
      await forEachItem(
        messages,
        ({ id }) => id,
        (snapshot) => setHandled(c, snapshot, isHandled),
      ),
    );
  })

  .patch('/:id', requireAdmin, json(HandleMessage), async (c) => {
    const { isHandled, version } = c.req.valid('json');
    return c.json(presentMessage(await setHandled(c, { id: readRowId(c), version }, isHandled)));
  });

async function setHandled(c: Context<AdminEnv>, snapshot: { id: number; version: number }, isHandled: boolean): Promise<MessageRow> {
  const { actor, now, store } = c.var;
  const { message, isDone } = await store.admin.messages.handle(snapshot, isHandled, actor, now);
  if (!message) throw new ApiError('message_not_found');
  if (!isDone) throw new ApiError('changed_meanwhile');
  return message;
}

async function addEntry(c: Context<AdminEnv>, kind: 'answer' | 'mail', { text, version }: AddToConversation) {
  const { actor, config, now, store } = c.var;
  const snapshot = unwrap(decideAddition((await store.admin.messages.conversation(readRowId(c)))?.message, version));
  const replyTo = config.mail.contactTo ?? contactEmail;
  const mail = kind === 'answer' ? answerMail(snapshot, text, replyTo) : null;
  const outcome = await store.admin.messages.add(snapshot, { kind, text, mail }, actor, now);
  if (outcome !== 'added') throw new ApiError(outcome);
  return c.json(await loadConversation(c), 201);
}

async function loadConversation(c: Context<AdminEnv>): Promise<AdminConversation> {
  const conversation = requireValue(await c.var.store.admin.messages.conversation(readRowId(c)), 'message_not_found');
  return presentConversation(conversation);
}

function presentConversation({ message, replies }: ReadConversation): AdminConversation {
  const { memberId, memberEmail } = message;
  return {
    ...presentMessage(message),
    member: memberId === null || memberEmail === null ? null : { id: memberId, email: memberEmail },
    isErased: isTombstone(message.email),
    replies: replies.map(({ id, kind, text, createdAt, by }) => ({ id, kind, text, createdAt: toIso(createdAt), by })),
  };
}

function presentMessage({ id, name, email, message, userId, state, handledBy, version, ...at }: MessageRow): AdminMessage {
  const times = { createdAt: toIso(at.createdAt), handledAt: toIsoOrNull(at.handledAt) };
  return { id, name, email, message, userId, state, handledBy, version, ...times };
}
