/** docs/operations.md must have a runbook for each alarm and job. Administrators read the runbooks on the System tab. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { jobNames } from '#schema/admin/jobs.ts';
import { alarmKinds } from '#schema/admin/system.ts';
import { type Block, findSection, listTopics, parseMarkdown } from '#web/features/admin/system/runbooks/parse-markdown.ts';

const operations = parseMarkdown(readFileSync('docs/operations.md', 'utf8'));

test.each([...alarmKinds, ...jobNames])('%s has a runbook', (topic) => {
  expect(findSection(operations, topic)?.blocks.length).toBeGreaterThan(0);
});

test('every runbook is for an existing alarm or job, and every link leads to a section', () => {
  const topics = listTopics(operations);
  const names: readonly string[] = [...alarmKinds, ...jobNames];
  expect(
    topics
      .filter(({ text }) => text.startsWith('`'))
      .map(({ slug }) => slug)
      .filter((slug) => !names.includes(slug)),
  ).toEqual([]);
  const links = [...readFileSync('docs/operations.md', 'utf8').matchAll(/\]\(#([^)]+)\)/g)].map(([, slug]) => slug);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((slug) => !topics.some((topic) => topic.slug === slug))).toEqual([]);
});

test('deploying.md has each cron of wrangler.toml', () => {
  const { crons = [] } = readConfig({ config: 'wrangler.toml', env: '' }, { hideWarnings: true }).triggers;
  const deploying = readFileSync('docs/deploying.md', 'utf8');
  expect(crons.length).toBeGreaterThan(0);
  expect(deploying).toContain(`${crons.length} crons`);
  for (const job of jobNames) expect(deploying).toContain(`\`${job}\``);
});

const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(textsOf);
    if (block.kind === 'table') return block.rows.flat();
    return block.kind === 'code' ? [] : [block.text];
  });

test('the runbooks’ Markdown is parsed completely, including lists with paragraphs and code, tables and code', () => {
  expect(textsOf(operations).filter((text) => /^\s*(\d+\. |- |#|\||```)/.test(text))).toEqual([]);
  expect(parseMarkdown('1. One\n   `a`\n\n   - x\n   - y\n2. Two\n\n```sh\n# run\n```\n| A | B |\n| --- | --- |\n| 1 | 2 |')).toEqual([
    {
      kind: 'list',
      isOrdered: true,
      items: [
        [
          { kind: 'paragraph', text: 'One `a`' },
          {
            kind: 'list',
            isOrdered: false,
            items: [[{ kind: 'paragraph', text: 'x' }], [{ kind: 'paragraph', text: 'y' }]],
          },
        ],
        [{ kind: 'paragraph', text: 'Two' }],
      ],
    },
    { kind: 'code', text: '# run' },
    {
      kind: 'table',
      rows: [
        [' A ', ' B '],
        [' 1 ', ' 2 '],
      ],
    },
  ]);
});
