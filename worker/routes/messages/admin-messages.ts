/** Routes at /api/admin/messages, for every administrator. */
import { type Context, Hono } from 'hono';
import { HandleMessagesRequest } from '#schema/admin/bulk.ts';
import {
  AddToConversation,
  type AdminConversation,
  type AdminMessage,
  HandleMessage,
  type InboxDesk,
  type MemberFacts,
  NoteRequest,
  OrganizeMessage,
} from '#schema/messages/admin-messages.ts';
import { contactEmail } from '#schema/site-contacts.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { answerMail, decideAddition, decideAnswer, decideSnooze } from '#worker/domain/messages/conversation.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { forEachItem } from '#worker/routes/admin/bulk.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { replyAddress } from '#worker/security/reply-address.ts';
import { type MemberFactsRow, type MessageRow, messageListShape, type ReadConversation } from '#worker/store/messages/admin-messages.ts';

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
          { header: 'Assignee', value: ({ assignee }) => assignee?.name ?? null },
          { header: 'Tags', value: ({ tags }) => tags.join(', ') },
          { header: 'Handled', value: ({ handledAt }) => handledAt },
          { header: 'Handled by', value: ({ handledBy }) => handledBy },
        ],
      },
    }),
  )

  .get('/desk', requireAdmin, async (c) => {
    const { store } = c.var;
    const [savedReplies, choices] = await Promise.all([store.admin.savedReplies.list(), store.inbox.choices()]);
    return c.json({ savedReplies, ...choices } satisfies InboxDesk);
  })

  .get('/:id', requireAdmin, async (c) => c.json(await loadConversation(c)))

  .put('/:id/desk', requireAdmin, json(OrganizeMessage), async (c) => {
    const { actor, now, store } = c.var;
    const { version, snoozedUntil, ...change } = c.req.valid('json');
    const until = unwrap(decideSnooze(snoozedUntil ? Math.floor(Date.parse(snoozedUntil) / 1_000) : null, now));
    const { message } = requireValue(await store.admin.messages.conversation(readRowId(c)), 'message_not_found');
    const outcome = await store.inbox.organize(
      { id: message.id, version, memberId: message.memberId },
      { ...change, ...(snoozedUntil !== undefined && { snoozedUntil: until }) },
      actor,
      now,
    );
    if (outcome !== 'organized') throw new ApiError(outcome);
    return c.json(await loadConversation(c));
  })

  .post('/:id/notes', requireAdmin, json(NoteRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { text, version } = c.req.valid('json');
    const snapshot = unwrap(decideAddition((await store.admin.messages.conversation(readRowId(c)))?.message, version));
    const outcome = await store.admin.messages.addNote(snapshot, text, actor, now);
    if (outcome !== 'added') throw new ApiError(outcome);
    return c.json(await loadConversation(c), 201);
  })

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
    await setHandled(c, { id: readRowId(c), version }, isHandled);
    return c.json(await loadConversation(c));
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
  const { contactTo, replyDomain } = config.mail;
  const replyTo = replyDomain === null ? (contactTo ?? contactEmail) : await replyAddress(config.linkSigningKey, replyDomain, snapshot.id);
  const mail = kind === 'answer' ? answerMail(snapshot, unwrap(decideAnswer(text)), replyTo) : null;
  const outcome = await store.admin.messages.add(snapshot, { kind, text, mail }, actor, now);
  if (outcome !== 'added') throw new ApiError(outcome);
  return c.json(await loadConversation(c), 201);
}

async function loadConversation(c: Context<AdminEnv>): Promise<AdminConversation> {
  const conversation = requireValue(await c.var.store.admin.messages.conversation(readRowId(c)), 'message_not_found');
  return presentConversation(conversation);
}

function presentConversation({ message, replies, notes, member }: ReadConversation): AdminConversation {
  return {
    ...presentMessage(message),
    member: member ? presentMember(member) : null,
    isErased: isTombstone(message.email),
    replies: replies.map(({ id, kind, text, createdAt, by }) => ({ id, kind, text, createdAt: toIso(createdAt), by })),
    notes: notes.map(({ createdAt, ...note }) => ({ ...note, createdAt: toIso(createdAt) })),
  };
}

function presentMember({ role, createdAt, tokenBalance, lastName, emailVerifiedAt, suspendedAt, ...member }: MemberFactsRow): MemberFacts {
  return {
    ...member,
    name: [member.firstName, lastName].filter(Boolean).join(' ') || null,
    isEmailVerified: emailVerifiedAt !== null,
    isSuspended: suspendedAt !== null,
    tier: role,
    tokens: tokenBalance,
    joinedAt: toIso(createdAt),
    certificates: JSON.parse(member.certificates),
    orders: JSON.parse(member.orders),
    conversations: JSON.parse(member.conversations),
  };
}

function presentMessage(row: MessageRow): AdminMessage {
  const { id, name, email, message, userId, state, handledBy, latest, assigneeId, assigneeName, version } = row;
  return {
    ...{ id, name, email, message, userId, state, handledBy, latest, version },
    createdAt: toIso(row.createdAt),
    handledAt: toIsoOrNull(row.handledAt),
    latestAt: toIso(Math.max(row.latestAt, row.createdAt)),
    snoozedUntil: toIsoOrNull(row.snoozedUntil),
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
    tags: JSON.parse(row.tags),
  };
}
