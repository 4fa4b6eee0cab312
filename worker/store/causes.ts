/** Causes name what a row is for, once: `placement:7/3`; and what came of the same later, as a family: `placement:7/3:2`. SQL expressions. */

/** The rows that came later: `placement:7/3:2`, and not `placement:7/30`. */
export function inFamily(cause: string, family: string): string {
  return `${cause} > ${family} || ':' AND ${cause} < ${family} || ';'`;
}

/** The first one and the later ones. */
export function isOfCause(cause: string, first: string): string {
  return `(${cause} = ${first} OR (${inFamily(cause, first)}))`;
}

/** Of a card's placement by this owner: what it paid, and its Community Key. */
export function placementCause(card: string, owner: string): string {
  return `'placement:' || ${card} || '/' || ${owner}`;
}

/** Of the row by which decision `d` took the keys of placement `e`, an effect of it. */
export const keysOfDecision = `${placementCause('e.entity_id', 'e.user_id')} || ':decision:' || d.id`;

/** Rows `k` of the keys of a card's placement by its owner: the first one, and what took them back or gave them again. */
export function placementKeys(card: string, owner: string): string {
  return isOfCause('k.cause', placementCause(card, owner));
}
