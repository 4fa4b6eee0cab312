import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCountedUpTo } from '#schema/rules.ts';
import { type ListRequest, type ListShape, readList } from '#worker/store/admin/list.ts';
import { row } from './client.ts';

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
};
const things = 407;

beforeAll(async () => {
  await env.DB.batch([
    env.DB.prepare(
      'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, kind TEXT NOT NULL, owner INTEGER, made_at INTEGER NOT NULL)',
    ),
    // Many with the same time and name: the id decides.
    env.DB.prepare(
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${things})
       INSERT INTO things SELECT n, 'Thing ' || (n % 9), NULL, iif(n % 3, 'a', 'b'), n % 5, 1000 + n % 7 FROM s`,
    ),
  ]);
});

const request = (changes: Partial<ListRequest> = {}): ListRequest => ({
  q: '',
  sort: { name: 'made', isDescending: true },
  filter: null,
  after: null,
  limit: 50,
  ...changes,
});
const read = (changes: Partial<ListRequest> = {}) => readList<Thing>(env.DB, shape, request(changes));

/** All pages of a list, one after the other. */
async function readAll(changes: Partial<ListRequest>, between: () => Promise<unknown> = async () => {}): Promise<Thing[]> {
  const all: Thing[] = [];
  for (let after: ListRequest['after'] = null; ; ) {
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

  test('show the rows that were there once, whatever comes and goes meanwhile', async () => {
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

  test('end where a page is just full', async () => {
    const page = await read({ filter: { name: 'owner', value: '0' }, limit: 81 });
    expect(page.rows).toHaveLength(81);
    expect(page.next).toBeNull();
  });
});

describe('the total of a list', () => {
  test('is exact as far as it is counted, else a minimum', async () => {
    expect((await read({ filter: { name: 'owner', value: '3' } })).total).toEqual({ count: 81, isMinimum: false });
    expect((await read()).total).toEqual({ count: listCountedUpTo, isMinimum: true });
    expect((await read({ q: 'nothing like it' })).total).toEqual({ count: 0, isMinimum: false });
  });

  test('is counted for the first page only', async () => {
    const { next } = await read();
    expect((await read({ after: next })).total).toBeNull();
  });

  test('of everything is kept, where the list has such a figure', async () => {
    const count = (await row<{ n: number }>('SELECT COUNT(*) AS n FROM users'))?.n;
    const counted = await readList(env.DB, { ...shape, total: 'members' }, request());
    expect(counted.total).toEqual({ count, isMinimum: false });
    const narrowed = await readList(env.DB, { ...shape, total: 'members' }, request({ filter: { name: 'owner', value: '3' } }));
    expect(narrowed.total?.count).toBe(81);
  });
});

describe('a filter', () => {
  test('is a condition of the list, or a value of a column', async () => {
    expect((await read({ filter: { name: 'kind', value: 'a' }, limit: 200 })).rows.every(({ id }) => id % 3 !== 0)).toBe(true);
    expect((await read({ filter: { name: 'owner', value: '4' }, limit: 200 })).rows.every(({ id }) => id % 5 === 4)).toBe(true);
    expect((await read({ filter: { name: 'owner', value: '999999999999999' } })).rows).toEqual([]);
  });
});

describe('a search', () => {
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
  const found = async (q: string) => (await read({ q, sort: { name: 'made', isDescending: false } })).rows.map(({ name }) => name);

  beforeAll(async () => {
    await env.DB.batch(
      names.map((name, index) => env.DB.prepare(`INSERT INTO things VALUES (?, ?, NULL, 'c', NULL, 9000)`).bind(20_000 + index, name)),
    );
  });

  test('finds every script in every case, from any letter on', async () => {
    for (const name of names) {
      // İ in lower case would be two letters.
      for (const q of [name, name.replace('İ', '').toLowerCase(), [...name].slice(2).join(''), [...name].slice(1, -1).join('')])
        expect(await found(q), JSON.stringify(q)).toContain(name);
    }
    expect(await found('ÅSA öBERG')).toEqual(['Åsa Öberg']);
    expect(await found('VON MÜLLER')).toEqual(['von Müller']);
    expect(await found('олаЙ п')).toEqual(['Николай Петров']);
    expect(await found('νίκος ΠΑΠΆΣ')).toEqual(['ΝΊΚΟΣ Παπάς']);
    expect(await found('ŞAHİN'.slice(0, 3))).toEqual(['İlker Şahin']);
  });

  test('finds a text however its accents are encoded, as long as the text keeps to one way', async () => {
    expect(await found('Öberg'.normalize('NFD'))).toEqual(['Åsa Öberg']);
    await env.DB.prepare(`INSERT INTO things VALUES (30000, ?, NULL, 'c', NULL, 9001)`).bind('Zoë Çelik'.normalize('NFD')).run();
    expect(await found('zoë çelik')).toEqual(['Zoë Çelik'.normalize('NFD')]);
  });

  test('takes % and _ and quotes as what they are', async () => {
    expect(await found('%_')).toEqual(['100%_off']);
    expect(await found('_')).toEqual(['100%_off']);
    expect(await found('0%')).toEqual(['100%_off']);
    expect(await found(`'b`)).toEqual([names[8]]);
    expect(await found('\\')).toEqual([names[8]]);
    expect(await found('"')).toEqual([names[8]]);
  });

  test('may be 500 letters, of as many kinds as there are', async () => {
    const latin = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0xc0 + (index % 0x180))).join('');
    for (const q of ['x'.repeat(500), 'ä'.repeat(500), latin, '山'.repeat(500), '🧭'.repeat(500), '\u{10400}'.repeat(500)]) {
      expect((await read({ q })).total, JSON.stringify(q.slice(0, 5))).toEqual({ count: 0, isMinimum: false });
    }
    await env.DB.prepare(`INSERT INTO things VALUES (30001, ?, NULL, 'c', NULL, 9002)`).bind(latin).run();
    expect((await read({ q: latin })).rows).toHaveLength(1);
  });

  test('goes with a filter and every order, page by page', async () => {
    const all = await readAll({ q: 'THING 3', filter: { name: 'kind', value: 'a' }, sort: { name: 'name', isDescending: true }, limit: 7 });
    const { results } = await env.DB.prepare(`SELECT id FROM things WHERE name = 'Thing 3' AND kind = 'a' ORDER BY id DESC`).all<Thing>();
    expect(all.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  });
});
