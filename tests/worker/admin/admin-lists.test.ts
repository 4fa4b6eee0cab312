import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { listMaxScannedRows, maxCountedRows } from '#schema/rules.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';

interface Thing {
  id: number;
  name: string;
}

const shape: ListShape = {
  from: 'things t',
  columns: 't.id AS "id", t.name AS "name"',
  search: `t.name || char(10) || coalesce(t.note, '')`,
  sorts: { made: 't.made_at', name: 't.name', lower: 'lower(t.name)' },
  defaultSort: '-made',
  filters: {
    kind: { conditions: { a: `t.kind = 'a'`, b: `t.kind = 'b'` }, sorts: ['made'] },
    owner: { conditions: { column: 't.owner', kind: 'number' }, sorts: ['made'] },
  },
  dates: dateFilter('t.made_at', ['made']),
  exact: { number: 'order', text: (text) => [`SELECT id FROM things WHERE name = ${text} AND id % 2 = 0 ORDER BY id`] },
};
const things = 407;

beforeAll(async () => {
  await env.DB.batch([
    env.DB.prepare(
      'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, kind TEXT NOT NULL, owner INTEGER, made_at INTEGER NOT NULL)',
    ),
    // Seeds rows, many of which share the same time and name.
    env.DB.prepare(
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${things})
       INSERT INTO things SELECT n, 'Thing ' || (n % 9), NULL, iif(n % 3, 'a', 'b'), n % 5, 1000 + n % 7 FROM s`,
    ),
  ]);
});

const request = (changes: Partial<ListRowsQuery> = {}): ListRowsQuery => ({
  q: '',
  sort: { name: 'made', isDescending: true },
  filters: [],
  dates: null,
  after: null,
  limit: 50,
  ...changes,
});
const both = (kind: string, owner: string) => [
  { name: 'kind', value: kind },
  { name: 'owner', value: owner },
];
/** Returns SQL that inserts rows with kind `a` and owner 7, newer than the rows inserted before the tests. */
const many = (count: number) =>
  `WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${count} - 1) INSERT INTO things SELECT 100000 + n, 'Other ' || n, NULL, 'a', 7, 2000 FROM s`;
const read = (changes: Partial<ListRowsQuery> = {}) => readList<Thing>(env.DB, shape, request(changes));

/** Returns the rows of all pages of a list in order; `between` runs between pages. */
async function readAll(changes: Partial<ListRowsQuery>, between: () => Promise<unknown> = async () => {}): Promise<Thing[]> {
  const all: Thing[] = [];
  for (let after: ListRowsQuery['after'] = null; ; ) {
    const page = await read({ ...changes, after });
    all.push(...page.rows);
    if (!page.next) return all;
    after = page.next;
    await between();
  }
}

describe('the pages of a list', () => {
  for (const name of Object.keys(shape.sorts)) {
    for (const isDescending of [false, true]) {
      test(`by ${name}, ${isDescending ? 'descending' : 'ascending'}, show every row once, in order`, async () => {
        const all = await readAll({ sort: { name, isDescending }, limit: 17 });
        const direction = isDescending ? 'DESC' : 'ASC';
        const { results } = await env.DB.prepare(
          `SELECT id, name FROM things t WHERE id <= ${things} ORDER BY ${shape.sorts[name]} ${direction}, id ${direction}`,
        ).all<Thing>();
        expect(all).toEqual(results);
      });
    }
  }

  test('show each row that existed from the start once, whatever is added and removed meanwhile', async () => {
    let next = 10_000;
    const all = await readAll({ limit: 23, sort: { name: 'name', isDescending: false } }, async () => {
      next += 1;
      await env.DB.batch([
        env.DB.prepare('INSERT INTO things VALUES (?, ?, NULL, ?, 0, ?)').bind(next, next % 2 ? 'A first one' : 'Z last one', 'a', 5_000),
        env.DB.prepare('DELETE FROM things WHERE id = ?').bind(next - 1 > 10_000 ? next - 1 : 0),
      ]);
    });
    await env.DB.exec(`DELETE FROM things WHERE id > ${things}`);
    const before = all.map(({ id }) => id).filter((id) => id <= things);
    expect(before).toHaveLength(things);
    expect(new Set(before).size).toBe(things);
  });

  test('end when a page is exactly full', async () => {
    const page = await read({ filters: [{ name: 'owner', value: '0' }], limit: 81 });
    expect(page.rows).toHaveLength(81);
    expect(page.next).toBeNull();
  });
});

describe('the total of a list', () => {
  test('is exact up to the counting limit, then a minimum', async () => {
    expect((await read({ filters: [{ name: 'owner', value: '3' }] })).total).toEqual({ count: 81, isMinimum: false });
    expect((await read()).total).toEqual({ count: things, isMinimum: false });
    expect((await read({ q: 'nothing like it' })).total).toEqual({ count: 0, isMinimum: false });
    await env.DB.exec(many(maxCountedRows - things + 1));
    expect((await read()).total).toEqual({ count: maxCountedRows, isMinimum: true });
    await env.DB.exec('DELETE FROM things WHERE id >= 100000');
  });

  test('is counted for the first page only', async () => {
    const { next } = await read();
    expect((await read({ after: next })).total).toBeNull();
  });
});

describe('a list filter', () => {
  test('is a condition of the list or a column value', async () => {
    expect((await read({ filters: [{ name: 'kind', value: 'a' }], limit: 200 })).rows.every(({ id }) => id % 3 !== 0)).toBe(true);
    expect((await read({ filters: [{ name: 'owner', value: '4' }], limit: 200 })).rows.every(({ id }) => id % 5 === 4)).toBe(true);
    expect((await read({ filters: [{ name: 'owner', value: '999999999999999' }] })).rows).toEqual([]);
  });
});

describe('list filters and dates together', () => {
  const dates = { from: 1_002, until: 1_005 };
  const isWanted = ({ id }: Thing, kind: string, owner: number) => (id % 3 ? 'a' : 'b') === kind && id % 5 === owner;

  test('show the rows that match all of them once, page by page, and count them', async () => {
    for (const isDescending of [false, true]) {
      const asked = { filters: both('a', '2'), dates, sort: { name: 'made', isDescending }, limit: 9 };
      const all = await readAll(asked);
      expect(all.every((one) => isWanted(one, 'a', 2) && one.id % 7 >= 2 && one.id % 7 < 5)).toBe(true);
      const expected = Array.from({ length: things }, (_, index) => index + 1).filter(
        (id) => id % 3 && id % 5 === 2 && id % 7 >= 2 && id % 7 < 5,
      );
      expect(all.map(({ id }) => id).sort((one, other) => one - other)).toEqual(expected);
      expect((await read(asked)).total).toEqual({ count: expected.length, isMinimum: false });
    }
  });

  test('with few matches count them all, report how many rows were scanned, and the next page continues there', async () => {
    // The inserted rows are the newest and match `kind = a` but not `owner = 2`. The list therefore reaches its scan limit before it finds
    // a match.
    await env.DB.exec(many(listMaxScannedRows + 5));
    try {
      const first = await read({ filters: both('a', '2') });
      expect(first).toMatchObject({ rows: [], scannedRows: listMaxScannedRows, total: { count: 55, isMinimum: false } });
      const second = await read({ filters: both('a', '2'), after: first.next });
      expect(second.rows).toHaveLength(50);
      expect(second.scannedRows).toBeNull();
      const all = await readAll({ filters: both('a', '2'), limit: 20 });
      expect(all).toHaveLength(55);
      expect(new Set(all.map(({ id }) => id)).size).toBe(55);
    } finally {
      await env.DB.exec('DELETE FROM things WHERE id >= 100000');
    }
  });
});

describe('an exact match in a search', () => {
  const ids = async (changes: Partial<ListRowsQuery>) => (await read(changes)).rows.map(({ id }) => id);

  test('comes first and once, whatever the page and its length', async () => {
    // Row 4 does not contain the search text, so it matches only by id.
    expect(await ids({ q: 'Order 4' })).toEqual([4]);
    expect(await ids({ q: '#4' })).toEqual([4]);
    for (const limit of [1, 7, 20, 21, 200]) {
      const all = (await readAll({ q: 'Thing 3', limit })).map(({ id }) => id);
      expect([300, 354], `limit ${limit}`).toContain(all[0]);
      expect([all.length, new Set(all).size]).toEqual([45, 45]);
      expect((await read({ q: 'Thing 3', limit })).total).toEqual({ count: 45, isMinimum: false });
    }
  });

  test('respects filters and dates', async () => {
    expect(await ids({ q: 'Order 4', filters: [{ name: 'kind', value: 'b' }] })).toEqual([]);
    expect(await ids({ q: 'Order 4', dates: { from: 1_005, until: null } })).toEqual([]);
    expect(await ids({ q: 'Order 4', dates: { from: 1_004, until: 1_005 }, filters: both('a', '4') })).toEqual([4]);
  });
});

describe('a list search', () => {
  const names = [
    'Åsa Öberg',
    'von Müller',
    'Николай Петров',
    'ΝΊΚΟΣ Παπάς',
    '山田 太郎',
    'İlker Şahin',
    'Straße 7',
    '100%_off',
    'O\'Brien \\ "quoted"',
    '🧭 Compass',
  ];
  const foundNames = async (q: string) => (await read({ q, sort: { name: 'made', isDescending: false } })).rows.map(({ name }) => name);

  beforeAll(async () => {
    await env.DB.batch(
      names.map((name, index) => env.DB.prepare(`INSERT INTO things VALUES (?, ?, NULL, 'c', NULL, 9000)`).bind(20_000 + index, name)),
    );
  });

  test('finds every script in every case, from any letter', async () => {
    for (const name of names) {
      // Removes İ before lowercasing because its lowercase form is two characters long.
      for (const q of [name, name.replace('İ', '').toLowerCase(), [...name].slice(2).join(''), [...name].slice(1, -1).join('')])
        expect(await foundNames(q), JSON.stringify(q)).toContain(name);
    }
    expect(await foundNames('ÅSA öBERG')).toEqual(['Åsa Öberg']);
    expect(await foundNames('VON MÜLLER')).toEqual(['von Müller']);
    expect(await foundNames('олаЙ п')).toEqual(['Николай Петров']);
    expect(await foundNames('νίκος ΠΑΠΆΣ')).toEqual(['ΝΊΚΟΣ Παπάς']);
    expect(await foundNames('ŞAHİN'.slice(0, 3))).toEqual(['İlker Şahin']);
  });

  test('finds accents in either encoding, as long as the text uses one of them', async () => {
    expect(await foundNames('Öberg'.normalize('NFD'))).toEqual(['Åsa Öberg']);
    await env.DB.prepare(`INSERT INTO things VALUES (30000, ?, NULL, 'c', NULL, 9001)`).bind('Zoë Çelik'.normalize('NFD')).run();
    expect(await foundNames('zoë çelik')).toEqual(['Zoë Çelik'.normalize('NFD')]);
  });

  test('treats %, _ and quotes literally', async () => {
    expect(await foundNames('%_')).toEqual(['100%_off']);
    expect(await foundNames('_')).toEqual(['100%_off']);
    expect(await foundNames('0%')).toEqual(['100%_off']);
    expect(await foundNames(`'b`)).toEqual([names[8]]);
    expect(await foundNames('\\')).toEqual([names[8]]);
    expect(await foundNames('"')).toEqual([names[8]]);
  });

  test('accepts 500 letters, all different', async () => {
    const latin = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0xc0 + (index % 0x180))).join('');
    for (const q of ['x'.repeat(500), 'ä'.repeat(500), latin, '山'.repeat(500), '🧭'.repeat(500), '\u{10400}'.repeat(500)]) {
      expect((await read({ q })).total, JSON.stringify(q.slice(0, 5))).toEqual({ count: 0, isMinimum: false });
    }
    await env.DB.prepare(`INSERT INTO things VALUES (30001, ?, NULL, 'c', NULL, 9002)`).bind(latin).run();
    expect((await read({ q: latin })).rows).toHaveLength(1);
  });

  test('combines with a filter and every order, page by page', async () => {
    const all = await readAll({
      q: 'THING 3',
      filters: [{ name: 'kind', value: 'a' }],
      sort: { name: 'name', isDescending: true },
      limit: 7,
    });
    const { results } = await env.DB.prepare(`SELECT id FROM things WHERE name = 'Thing 3' AND kind = 'a' ORDER BY id DESC`).all<Thing>();
    expect(all.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  });
});
