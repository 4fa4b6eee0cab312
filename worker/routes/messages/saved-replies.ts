/** Routes at /api/admin/messages/saved-replies, for every administrator. Each returns the whole list. */
import { type Context, Hono } from 'hono';
import { ChangedSavedReply, NewSavedReply, RemovedSavedReply, type SavedReply } from '#schema/messages/saved-replies.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import type { SavedReplyOutcome } from '#worker/store/messages/saved-replies.ts';

export const savedReplyRoutes = new Hono<AdminEnv>()
  .get('/', requireAdmin, async (c) => c.json(await c.var.store.admin.savedReplies.list()))

  .post('/', requireAdmin, json(NewSavedReply), async (c) => {
    const { actor, now, store } = c.var;
    return respond(c, await store.admin.savedReplies.add(c.req.valid('json'), actor, now), 201);
  })

  .put('/:id', requireAdmin, json(ChangedSavedReply), async (c) => {
    const { actor, now, store } = c.var;
    const { version, ...reply } = c.req.valid('json');
    return respond(c, await store.admin.savedReplies.change({ id: readRowId(c), version }, reply, actor, now));
  })

  .delete('/:id', requireAdmin, json(RemovedSavedReply), async (c) => {
    const { actor, now, store } = c.var;
    const { version } = c.req.valid('json');
    return respond(c, await store.admin.savedReplies.remove({ id: readRowId(c), version }, actor, now));
  });

async function respond(c: Context<AdminEnv>, outcome: SavedReplyOutcome, status: 200 | 201 = 200) {
  if (outcome === 'saved_reply_title_taken') throw new ApiError(outcome, { field: 'title' });
  if (outcome !== 'done') throw new ApiError(outcome);
  return c.json((await c.var.store.admin.savedReplies.list()) satisfies SavedReply[], status);
}
