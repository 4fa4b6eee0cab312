/** Pagination that loads one extra row to find out whether there is another page. */
import type { PageQuery } from '#schema/page-query.ts';
import type { OlderRows } from '#worker/store/sql.ts';

export function rowsFor({ limit, cursor }: PageQuery): OlderRows {
  return { limit: limit + 1, before: cursor ?? null };
}

export function toPage<Row extends { id: number }>(found: Row[], { limit }: PageQuery): { page: Row[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  return { page, nextCursor: found.length > limit ? String(page.at(-1)?.id) : null };
}
