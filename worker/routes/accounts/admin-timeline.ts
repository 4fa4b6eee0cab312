/** The timeline of a member, for every administrator. Product rules: Administrators. */
import { Hono } from 'hono';
import { type Timeline, type TimelineEvent, TimelineQuery } from '#schema/accounts/admin-timeline.ts';
import { timelinePageSize } from '#schema/rules.ts';
import { mergeTimeline, readCursor, writeCursor } from '#worker/domain/accounts/timeline.ts';
import { toIso } from '#worker/domain/time.ts';
import { requireValue } from '#worker/errors.ts';
import { mailSubject } from '#worker/mails/compose.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { query } from '#worker/middleware/json-body.ts';
import { sourcesOfKind, type TimelineRows, type TimelineSource } from '#worker/store/accounts/timeline/admin-timeline.ts';
import { memberId } from './admin-member-id.ts';
import { parseFields, paymentStatus } from './admin-present-users.ts';

const shownTextLength = 280;

export const timelineRoutes = new Hono<AdminEnv>().get('/:userId/timeline', requireAdmin, query(TimelineQuery), async (c) => {
  const { show, cursor: cursorText } = c.req.valid('query');
  const sources = [...new Set(show)].flatMap((kind) => sourcesOfKind[kind]);
  const cursor = readCursor(cursorText ?? '', sources);
  const found = requireValue(await c.var.store.admin.timeline.read(memberId(c), sources, cursor), 'member_not_found');
  const { rows, next } = mergeTimeline(
    sources.map((source) => [source, found[source] ?? []] as const),
    cursor,
    timelinePageSize,
  );
  return c.json({
    events: rows.map((row) => presentEvent(row as SourceRow, c.var.actsAs === 'super_admin')),
    nextCursor: next && writeCursor(next),
  } satisfies Timeline);
});

type SourceRow = { [Source in TimelineSource]: { source: Source; row: TimelineRows[Source] } }[TimelineSource];

function presentEvent({ source, row }: SourceRow, isForSuperAdmins: boolean): TimelineEvent {
  const event = { id: `${source}-${row.id}`, at: toIso(row.at) };
  switch (source) {
    case 'joined':
      return { kind: source, ...event };
    case 'paid':
      return { kind: source, ...event, description: row.description, amount: row.amountCents, status: paymentStatus(row) };
    case 'found':
      return { kind: source, ...event, cardId: row.cardId, isFinder: row.isFinder === 1, tokens: row.tokens };
    case 'redeemed': {
      const { id, number, type, tokens, status } = row;
      return { kind: source, ...event, certificate: id, number, type, tokens, status };
    }
    case 'message':
      return { kind: source, ...event, conversation: row.id, text: shorten(row.text), by: null };
    case 'reply':
      return { kind: 'message', ...event, conversation: row.conversation, text: shorten(row.text), by: row.by };
    case 'mail':
      return { kind: source, ...event, mail: row.id, subject: mailSubject(row), status: row.status };
    case 'review':
      return { kind: 'decision', ...event, about: 'certificate', subject: row.number, outcome: row.review, by: row.by, reason: row.reason };
    case 'cancellation':
      return { kind: 'decision', ...event, about: 'certificate', subject: row.number, outcome: 'canceled', by: row.by, reason: row.reason };
    case 'claim':
      return { kind: 'decision', ...event, about: 'claim', subject: row.cardId, outcome: row.status, by: row.by, reason: row.reason };
    case 'group':
      return { kind: 'decision', ...event, about: 'group', subject: String(row.id), outcome: row.action, by: row.by, reason: row.reason };
    case 'audit': {
      const { action, admin, before, after, reason } = row;
      return {
        kind: source,
        ...event,
        action,
        admin,
        before: isForSuperAdmins ? parseFields(before) : null,
        after: isForSuperAdmins ? parseFields(after) : null,
        reason: isForSuperAdmins ? reason : null,
      };
    }
  }
}

function shorten(text: string): string {
  return text.length <= shownTextLength ? text : `${text.slice(0, shownTextLength - 1)}…`;
}
