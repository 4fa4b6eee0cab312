/** Pagination that loads one extra row to find out whether there is another page. */
import type { PageQuery } from '#schema/page-query.ts';
import type { OlderRows } from '#worker/store/sql.ts';

export function toOlderRows({ limit, cursor }: PageQuery): OlderRows {
  return { limit: limit + 1, before: cursor ?? null };
}

export function toPage<Row extends { id: number }>(rows: Row[], { limit }: PageQuery): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { page, nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null };
}
