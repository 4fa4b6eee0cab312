/**
 * Lays out the graph in three columns: finders, cards, owners. The layout is deterministic. Nodes that do not fit are merged into a single
 * node that shows their count.
 */

import type { AdminReviewCase, CaseAccount } from '#schema/reviews/admin-review-case.ts';
import { plural } from '#web/lib/format.ts';
import { groupBy } from '#web/lib/group-by.ts';

/** Sizes in SVG units. The drawing is always `width` units wide. */
export const graphSize = { width: 480, row: 30, top: 26, boxWidth: 118, boxHeight: 24 };
/** Maximum number of rows. With more, the drawing would be unreadable. */
const maxRows = 16;
/**
 * Maximum number of an owner's cards that are drawn individually. If an owner has more, one node represents all of them. If the case has
 * more than `maxRows` cards, all cards are grouped by owner.
 */
const maxSeparateCards = 4;

export type NodeKind = 'finder' | 'cards' | 'owner';

export interface GraphNode {
  id: string;
  kind: NodeKind;
  label: string;
  summary: string;
  isInGroup: boolean;
  isMember: boolean;
  x: number;
  y: number;
}

export interface GraphEdge {
  id: string;
  from: string;
  to: string;
  /** Number of finds that an edge represents; 0 for an edge between a card and its owner. */
  finds: number;
  isInGroup: boolean;
  strokeWidth: number;
  path: string;
}

export interface CaseGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  height: number;
}

interface Bundle {
  id: string;
  label: string;
  ids: number[];
}

export function caseGraph({ accounts, cards, finds }: AdminReviewCase): CaseGraph {
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  const findsByUser = groupBy(finds, ({ userId }) => userId);
  const finders = mergeOverflow(
    accounts.filter(({ id }) => findsByUser.has(id)).map(({ id, name }) => ({ id: `finder ${id}`, label: name, ids: [id] })),
    'finder',
    (count) => `${count} other finders`,
  );
  const cardsByOwner = groupBy(cards, ({ ownerId }) => ownerId);
  // Owners in display order. Test cards have no owner.
  const ownerIds = [...accounts.map(({ id }) => id), null].filter((id) => cardsByOwner.has(id));
  const owners = mergeOverflow(
    ownerIds.flatMap((id) => (id === null ? [] : { id: `owner ${id}`, label: accountsById.get(id)?.name ?? `member ${id}`, ids: [id] })),
    'owner',
    (count) => `${count} other owners`,
  );
  const areSeparate = cards.length <= maxRows;
  const cardBundles = mergeOverflow(
    ownerIds.flatMap((id): Bundle[] => {
      const ownedCards = cardsByOwner.get(id) ?? [];
      if (areSeparate && ownedCards.length <= maxSeparateCards)
        return ownedCards.map((card) => ({ id: `card ${card.id}`, label: card.name, ids: [card.id] }));
      return [{ id: `cards ${id}`, label: plural(ownedCards.length, 'card'), ids: ownedCards.map((card) => card.id) }];
    }),
    'cards',
    (count) => plural(count, 'other card'),
  );

  const rows = Math.max(finders.length, cardBundles.length, owners.length, 1);
  const height = graphSize.top + rows * graphSize.row;
  const drawing = new CaseDrawing(height);
  for (const [kind, column] of [
    ['finder', finders],
    ['cards', cardBundles],
    ['owner', owners],
  ] as const)
    drawing.addColumn(kind, column);

  const cardNode = mapToNodes(cardBundles);
  const ownerNode = mapToNodes(owners);
  const hasGroupMember = (ids: readonly number[]) => ids.some((id) => accountsById.get(id)?.isInGroup);
  for (const finder of finders) {
    const counts = new Map<string, number>();
    for (const { cardId } of finder.ids.flatMap((id) => findsByUser.get(id) ?? [])) {
      const to = cardNode.get(cardId);
      if (to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1);
    }
    for (const [to, count] of counts) drawing.addEdge(finder.id, to, count, hasGroupMember(finder.ids));
  }
  for (const card of cards) {
    const [from, to] = [cardNode.get(card.id), card.ownerId === null ? undefined : ownerNode.get(card.ownerId)];
    if (from !== undefined && to !== undefined) drawing.addEdge(from, to, 0, hasGroupMember(card.ownerId === null ? [] : [card.ownerId]));
  }
  return { nodes: drawing.nodes(accounts), edges: drawing.edges(), height };
}

/** Keeps the first nodes that fit and merges the rest into a single node. */
function mergeOverflow(bundles: Bundle[], kind: NodeKind, label: (count: number) => string): Bundle[] {
  if (bundles.length <= maxRows) return bundles;
  const rest = bundles.slice(maxRows - 1).flatMap(({ ids }) => ids);
  return [...bundles.slice(0, maxRows - 1), { id: `${kind} others`, label: label(rest.length), ids: rest }];
}

function mapToNodes(bundles: readonly Bundle[]): Map<number, string> {
  return new Map(bundles.flatMap(({ id, ids }) => ids.map((one) => [one, id] as const)));
}

const columnByKind: Record<NodeKind, number> = { finder: 0, cards: 1, owner: 2 };

class CaseDrawing {
  readonly #placed = new Map<string, Bundle & { kind: NodeKind; x: number; y: number }>();
  readonly #edges = new Map<string, { from: string; to: string; finds: number; isInGroup: boolean }>();
  readonly #height: number;

  constructor(height: number) {
    this.#height = height;
  }

  addColumn(kind: NodeKind, bundles: readonly Bundle[]): void {
    const { width, top, boxWidth } = graphSize;
    const x = boxWidth / 2 + 2 + (columnByKind[kind] * (width - boxWidth - 4)) / 2;
    const step = (this.#height - top) / bundles.length;
    for (const [index, bundle] of bundles.entries()) this.#placed.set(bundle.id, { ...bundle, kind, x, y: top + step * (index + 0.5) });
  }

  addEdge(from: string, to: string, finds: number, isInGroup: boolean): void {
    this.#edges.set(`${from} ${to}`, { from, to, finds, isInGroup });
  }

  edges(): GraphEdge[] {
    return [...this.#edges].flatMap(([id, edge]) => {
      const [from, to] = [this.#placed.get(edge.from), this.#placed.get(edge.to)];
      if (!from || !to) return [];
      const [left, right] = [from.x + graphSize.boxWidth / 2, to.x - graphSize.boxWidth / 2];
      const middle = (left + right) / 2;
      const path = `M${left} ${round(from.y)}C${middle} ${round(from.y)} ${middle} ${round(to.y)} ${right} ${round(to.y)}`;
      return [{ id, ...edge, strokeWidth: getStrokeWidth(edge.finds), path }];
    });
  }

  nodes(accounts: readonly CaseAccount[]): GraphNode[] {
    const accountsById = new Map(accounts.map((account) => [account.id, account]));
    const memberId = accounts[0]?.id;
    return [...this.#placed.values()].map(({ id, kind, label, ids, x, y }) => {
      const isPerson = kind !== 'cards';
      const isInGroup = isPerson && ids.some((one) => accountsById.get(one)?.isInGroup);
      return {
        ...{ id, kind, label, x: round(x), y: round(y), isInGroup },
        isMember: isPerson && ids.length === 1 && ids[0] === memberId,
        summary: this.#summary(id, kind, label, isInGroup),
      };
    });
  }

  #summary(id: string, kind: NodeKind, label: string, isInGroup: boolean): string {
    const edges = [...this.#edges.values()];
    const sum = (list: typeof edges) => list.reduce((finds, edge) => finds + edge.finds, 0);
    const group = isInGroup ? ', in the group' : '';
    if (kind === 'finder') return `${label}${group}: ${plural(sum(edges.filter(({ from }) => from === id)), 'find')}`;
    const cards = kind === 'cards' ? [id] : edges.filter(({ to }) => to === id).map(({ from }) => from);
    const finds = edges.filter(({ to, finds }) => finds > 0 && cards.includes(to));
    const findsText = `${plural(sum(finds), 'find')} by ${plural(new Set(finds.map(({ from }) => from)).size, 'finder')}`;
    if (kind === 'owner') return `${label}${group}, owner: ${findsText}`;
    const owner = edges.find(({ from }) => from === id)?.to;
    const ownerText = owner === undefined ? 'no owner' : `owned by ${this.#placed.get(owner)?.label ?? 'others'}`;
    return `${label}, ${ownerText}: ${findsText}`;
  }
}

function getStrokeWidth(finds: number): number {
  return finds === 0 ? 1 : round(1 + 1.6 * Math.log2(1 + finds));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
