/** Messages of the contact form, under /api/admin/messages. */
import { Hono } from 'hono';
import { type AdminMessage, HandleMessage } from '#schema/admin/messages.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { type MessageRow, messageListShape } from '#worker/store/admin/messages.ts';
import { adminList } from './list.ts';
import { rowIdOf } from './row-id.ts';

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
          { header: 'Received', value: ({ createdAt }) => createdAt },
          { header: 'Name', value: ({ name }) => name },
          { header: 'Email', value: ({ email }) => email },
          { header: 'Member', value: ({ userId }) => userId },
          { header: 'Message', value: ({ message }) => message },
          { header: 'Handled', value: ({ handledAt }) => handledAt },
          { header: 'Handled by', value: ({ handledBy }) => handledBy },
        ],
      },
    }),
  )

  .patch('/:id', requireAdmin, json(HandleMessage), async (c) => {
    const { actor, now, store } = c.var;
    const { message, isDone } = await store.admin.messages.handle(rowIdOf(c), c.req.valid('json').isHandled, actor, now);
    if (!message) throw new ApiError('not_found', { message: 'This message could not be found.' });
    if (!isDone) throw new ApiError('changed_meanwhile');
    return c.json(presentMessage(message));
  });

function presentMessage({ createdAt, handledAt, ...same }: MessageRow): AdminMessage {
  return { ...same, createdAt: toIso(createdAt), handledAt: toIsoOrNull(handledAt) };
}
