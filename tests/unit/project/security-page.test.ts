/** Checks docs/security.md: each cited file, folder and test exists, and every level 1 requirement is listed. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');

/** Sections and requirement numbers of OWASP ASVS 5.0, level 1. */
const levelOne =
  `1.2 1-5, 1.3 1-2, 1.5 1, 2.1 1, 2.2 1-2, 2.3 1, 3.2 1-2, 3.3 1, 3.4 1-2, 3.5 1-3, 4.1 1, 4.4 1, 5.2 1-2, 5.3 1-2, 6.1 1, 6.2 1-8,
  6.3 1-2, 6.4 1-2, 7.2 1-4, 7.4 1-2, 8.1 1, 8.2 1-2, 8.3 1, 9.1 1-3, 9.2 1, 10.4 1-5, 11.3 1-2, 11.4 1, 12.1 1, 12.2 1-2, 13.4 1, 14.2 1,
  14.3 1, 15.1 1, 15.2 1, 15.3 1`
    .split(',')
    .flatMap((part) => {
      const [section, numbers = ''] = part.trim().split(' ');
      const [first = 0, last = first] = numbers.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
    });

interface Row {
  id: string;
  level: string;
  verdict: string;
  shown: string;
}

const rows: Row[] = [...page.matchAll(/^### Level (\d)\n([\s\S]*?)(?=^#|$(?![\s\S]))/gm)].flatMap(([, level = '', table = '']) =>
  [...table.matchAll(/^- (\d+\.\d+\.\d+) [^:(]+(?: \((.+?)\))?: (.+)$/gm)].map(([, id = '', verdict = 'yes', shown = '']) => ({
    id,
    level,
    verdict,
    shown,
  })),
);

test('each level 1 requirement has exactly one row on the security page, and chapters and rows are sorted', () => {
  expect(levelOne).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '1').map(({ id }) => id)).toEqual(levelOne);
  for (const level of ['1', '2']) {
    const ids = rows.filter((row) => row.level === level).map(({ id }) => id);
    const inOrder = ids.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    expect(ids).toEqual([...new Set(inOrder)]);
  }
  expect(rows.filter(({ level }) => level === '2').length).toBeGreaterThan(30);
  expect(page.match(/^- \d+\.\d+\.\d+ /gm)).toHaveLength(rows.length);
});

test('each row of the security page has a verdict; exactly those not met, or in part, are also listed at the top', () => {
  for (const { id, verdict, shown } of rows) {
    expect(verdict, id).toMatch(/^(yes|in part|no|does not apply)$/);
    if (verdict === 'yes') expect(shown, id).toMatch(/`|\]\(#|\d+\.\d+/);
  }
  const [, top = ''] = /### What does not hold\n([\s\S]*?)\n### /.exec(page) ?? [];
  const lacking = rows.filter(({ verdict }) => verdict === 'no' || verdict === 'in part').map(({ id }) => id);
  expect([...new Set(top.match(/\b\d+\.\d+\.\d+\b/g))].sort()).toEqual([...new Set(lacking)].sort());
});

test('every file, folder and test that the security page cites exists', () => {
  const places = [...page.matchAll(/`((?:\.|docs|migrations|schema|scripts|tests|web|worker)[\w.-]*\/?[\w./-]*)`/g)].map(
    ([, place = '']) => place,
  );
  expect(places.length).toBeGreaterThan(100);
  for (const place of places) expect(existsSync(place), place).toBe(true);
  // Matches a cited test, written as `tests/…` *name of a test in that file*.
  const cited = [...page.matchAll(/`(tests\/[\w./-]+)` \*([^*]+)\*/g)];
  expect(cited.length).toBeGreaterThan(40);
  for (const [, file = '', words = ''] of cited) expect(readFileSync(file, 'utf8'), `${file}: ${words}`).toContain(words);
});
