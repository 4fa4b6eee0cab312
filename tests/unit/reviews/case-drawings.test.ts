/** The diagrams of a review case are reproducible, contain no duplicates and remain readable with many accounts. */
import { describe, expect, test } from 'vitest';
import { reviewCase } from '#tests/support/reviews/review-case-page.ts';
import { caseGraph, graphSize } from '#web/features/reviews/admin/desk/case-graph.ts';
import { caseMap, mapSize, spreadLabel } from '#web/features/reviews/admin/desk/case-map.ts';
import { axisTicks, burstLabel, findBursts, timelineRows, timeSpans } from '#web/features/reviews/admin/desk/case-timeline.ts';

const farm = reviewCase({ finders: 5, cards: 60, secondsApart: 1 });
const trail = reviewCase({ finders: 2, cards: 3, secondsApart: 600, isGroup: false });

describe('the case’s graph', () => {
  test('combines an owner’s cards into one if there are many, between their finders and their owner', () => {
    const { nodes, edges } = caseGraph(farm);
    expect(nodes.filter(({ kind }) => kind === 'cards')).toMatchObject([
      { label: '60 cards', summary: '60 cards, owned by owner: 300 finds by 5 finders' },
    ]);
    expect(nodes.filter(({ kind }) => kind === 'finder').map(({ summary }) => summary)[0]).toBe('finder1, in the group: 60 finds');
    expect(nodes.filter(({ isMember }) => isMember)).toMatchObject([{ kind: 'finder', label: 'finder1' }]);
    expect(edges.filter(({ finds }) => finds === 60)).toHaveLength(5);
    expect(edges.filter(({ finds }) => finds === 0)).toHaveLength(1);
  });

  test('draws a few cards one by one, with edges as thick as their finds are many', () => {
    const { nodes, edges } = caseGraph(trail);
    expect(nodes.filter(({ kind }) => kind === 'cards').map(({ label }) => label)).toEqual(['TC-0000001', 'TC-0000002', 'TC-0000003']);
    const width = (finds: number) => [...edges, ...caseGraph(farm).edges].find((edge) => edge.finds === finds)?.strokeWidth ?? 0;
    expect(width(60)).toBeGreaterThan(2 * width(1));
  });

  test('of 60 cards and 50 finders fits on a screen and loses no finds', () => {
    const many = reviewCase({ finders: 50, cards: 60, secondsApart: 1 });
    const { nodes, edges, height } = caseGraph(many);
    expect(height).toBeLessThan(560);
    expect(nodes.some(({ label }) => label === '35 other finders')).toBe(true);
    expect(edges.reduce((sum, { finds }) => sum + finds, 0)).toBe(3_000);
    for (const { x, y } of nodes) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(graphSize.width);
      expect(y).toBeLessThan(height);
    }
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length);
    expect(caseGraph(many)).toEqual(caseGraph(many));
  });

  test('of a case without finds is empty', () => {
    expect(caseGraph(reviewCase({ finders: 0, cards: 0 }))).toMatchObject({ nodes: [], edges: [] });
  });
});

describe('the case’s timeline', () => {
  test('has a row per person with their finds in order, and marks clusters', () => {
    const [first] = timelineRows(farm);
    expect(first).toMatchObject({ label: 'finder1', isInGroup: true });
    expect(first?.times).toHaveLength(60);
    expect(findBursts(first?.times ?? []).map(burstLabel)).toEqual(['60 in 59 s']);
    expect(timelineRows(trail).flatMap(({ times }) => findBursts(times))).toEqual([]);
  });

  test('combines people without room of their own', () => {
    const rows = timelineRows(reviewCase({ finders: 50, cards: 2, secondsApart: 60 }));
    expect(rows).toHaveLength(20);
    expect(rows.at(-1)).toMatchObject({ label: '31 others' });
    expect(rows.flatMap(({ times }) => times)).toHaveLength(100);
  });

  test('can be enlarged where much happened in little time', () => {
    const hour = 3_600_000;
    const row = (times: number[]) => ({ id: '1', label: 'one', isInGroup: true, times });
    const names = (times: number[]) => timeSpans([row(times)]).map(({ name }) => name);
    expect(names([0, 24 * 30 * hour, 24 * 30 * hour + 1_000, 24 * 30 * hour + 2_000, 24 * 30 * hour + 9 * hour])).toEqual([
      'Everything',
      'Busiest day',
      'Busiest ten minutes',
    ]);
    expect(names([0, 1_000])).toEqual(['Everything']);
    expect(names([])).toEqual([]);
    const [span] = timeSpans([row([Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 9)])]);
    const labels = span ? axisTicks(span, 6).map(({ label }) => label) : [];
    expect(labels).toEqual(['11-01', '11-03', '11-05', '11-07', '11-09']);
  });
});

describe('the case’s map', () => {
  test('keeps all places within its frame, and states their distance', () => {
    const map = caseMap(farm);
    expect(map?.points).toHaveLength(60);
    for (const { x, y } of map?.points ?? []) {
      expect(x).toBeGreaterThanOrEqual(mapSize.margin - 1);
      expect(x).toBeLessThanOrEqual(mapSize.width - mapSize.margin + 1);
      expect(y).toBeGreaterThanOrEqual(mapSize.margin - 1);
      expect(y).toBeLessThanOrEqual(mapSize.height - mapSize.margin + 1);
    }
    expect(map?.meridians.length).toBeGreaterThan(0);
    expect(map?.parallels.length).toBeGreaterThan(0);
    expect(spreadLabel(trail)).toBe('All 3 cards have a location, at most 0.4 km apart.');
  });

  test('continues past the date line instead of going round the world', () => {
    const cards = [179.9, -179.9].map((longitude, index) => ({
      id: index,
      name: `TC-000000${index}`,
      ownerId: 1,
      ...{ place: { latitude: -17, longitude }, hasMoved: false },
      finders: 1,
    }));
    const fiji = { ...trail, cards };
    expect(spreadLabel(fiji)).toBe('All 2 cards have a location, at most 21 km apart.');
    expect(caseMap(fiji)?.points.map(({ x }) => x)).toEqual([mapSize.margin, mapSize.width - mapSize.margin]);
  });

  test('is absent without a known place', () => {
    const withoutPlaces = { ...trail, cards: trail.cards.map((card) => ({ ...card, place: null })) };
    expect(caseMap(withoutPlaces)).toBeNull();
    expect(spreadLabel(withoutPlaces)).toBe('These cards have no location.');
    expect(spreadLabel({ ...trail, cards: [] })).toBe('No cards contributed to this certificate.');
  });
});
