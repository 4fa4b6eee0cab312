import { auditActions } from '#schema/admin/audit-actions.ts';
import { auditLog } from '#schema/tables/admins.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type NumberedNoun, readSearch } from '#worker/domain/admin/search-query.ts';
import { type ChosenFilter, columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { isNotOwnLook } from '#worker/store/reviews/admin-second-looks.ts';
import { batch, type RowOf, selectList } from '#worker/store/sql.ts';
import { auditFromSelect } from './audit.ts';

const keys = [
  'id',
  'adminId',
  'action',
  'entityType',
  'entityId',
  'userId',
  'runId',
  'before',
  'after',
  'reason',
  'address',
  'requestId',
  'createdAt',
] as const;
export type AuditRow = RowOf<typeof auditLog, (typeof keys)[number]> & {
  adminEmail: string | null;
  userEmail: string | null;
  assigneeEmail: string | null;
};

/** Filters whose entries include the steps and payments of payout runs. Other lists show only the runs' own entries. */
const filtersWithRunSteps = new Set(['user', 'member', 'action', 'object', 'run']);

/** The audit log. Its search covers only what every administrator may read, so that it does not reveal hidden reasons or values. */
export const auditListShape: ListShape = {
  from: 'audit_log t',
  join: 'LEFT JOIN admins a ON a.id = t.admin_id LEFT JOIN users u ON u.id = t.user_id',
  columns: `${selectList(auditLog, 't', keys)}, a.email AS "adminEmail", u.email AS "userEmail",
    (SELECT x.email FROM admins x WHERE x.id = t.after ->> 'assigneeId') AS "assigneeEmail"`,
  where: 't.run_id IS NULL',
  search: `t.action || char(10) || t.entity_type || char(10) || t.entity_id || char(10) || t.request_id`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    run: { conditions: { column: 't.run_id', kind: 'number' }, sorts: ['created'] },
    /** One record, such as `order:4`. */
    object: {
      conditions: {
        column: `t.entity_type || ':' || t.entity_id`,
        kind: 'text',
        condition: (value) =>
          `t.entity_type = substr(${value}, 1, instr(${value}, ':') - 1) AND t.entity_id = substr(${value}, instr(${value}, ':') + 1)`,
      },
      sorts: ['created'],
    },
    user: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
    /** The member with this email. */
    member: {
      conditions: {
        column: 't.user_id',
        kind: 'text',
        condition: (value) => `t.user_id = (SELECT m.id FROM users m WHERE m.email_key = ${value})`,
      },
      sorts: ['created'],
    },
    action: { conditions: columnConditions('action', Object.keys(auditActions)), sorts: ['created'] },
    admin: { conditions: { column: 't.admin_id', kind: 'number' }, sorts: ['created'] },
    entity: { conditions: { column: 't.entity_type', kind: 'text' }, sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
};

const entityTypes: Partial<Record<NumberedNoun, string>> = {
  order: 'order',
  claim: 'ownership_claim',
  message: 'message',
  payout: 'payout',
  run: 'payout_run',
  commission: 'commission',
  chest: 'treasure_chest_payout',
  decision: 'review_decision',
};

/** Returns the filter for what the search text names, such as an email or `order 4`; undefined if it is searched for in the entries. */
function findFilter(q: string): ChosenFilter | undefined {
  const [meaning] = readSearch(q);
  switch (meaning?.kind) {
    case 'email':
      return { name: 'member', value: meaning.emailKey };
    case 'card':
      return { name: 'object', value: `cache_card:${meaning.cardId}` };
    case 'certificate':
      return { name: 'object', value: `certificate:${meaning.number}` };
    case 'number': {
      if (meaning.of === 'member') return { name: 'user', value: String(meaning.number) };
      const type = meaning.of && entityTypes[meaning.of];
      return type ? { name: 'object', value: `${type}:${meaning.number}` } : undefined;
    }
    default:
      return undefined;
  }
}

/** SQL condition: entry `t` is not about a second look at a certificate that the administrator passed. */
const isVisibleTo = (adminId: number) =>
  `(t.entity_type <> 'second_look' OR ${isNotOwnLook(adminId, 'o.id = CAST(t.entity_id AS INTEGER)')})`;

export const auditListStore = bindStore({
  /** Lists entries, except those about second looks at what the administrator passed. */
  async list(db, { q, filters: chosen, sort, dates, after, limit }: ListRowsQuery, adminId: number, searchesReasons: boolean) {
    const named = findFilter(q);
    const filters = named ? [named, ...chosen] : chosen;
    const { where, ...shape } = auditListShape;
    const showsSteps = filters.some(({ name }) => filtersWithRunSteps.has(name));
    return readList<AuditRow, 'assigneeEmail'>(
      db,
      {
        ...shape,
        where: `${showsSteps ? '' : `${where} AND `}${isVisibleTo(adminId)}`,
        search: searchesReasons ? `${shape.search} || char(10) || coalesce(t.reason, '')` : shape.search,
      },
      { q: named ? '' : q, filters, sort, dates, after, limit },
    );
  },

  async noteExport(db, fileName: string, filters: Record<string, unknown>, actor: Actor, now: number): Promise<void> {
    const query = { sql: 'SELECT ?8, NULL, NULL, ?9', values: [fileName, JSON.stringify(filters)] };
    await batch(db, [auditFromSelect(actor, { action: 'export.download', entityType: 'export' }, query, now)]);
  },
});
