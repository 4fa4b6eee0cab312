import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Block } from '#web/features/admin/system/runbooks/parse-markdown.ts';
import { runbookPath } from '#web/features/admin/system/runbooks/runbook-path.ts';

const inlineMarks = /(`[^`]+`|\*\*.+?\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

export function MarkdownBlocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown
  return blocks.map((block, index) => <MarkdownBlock key={index} block={block} />);
}

function MarkdownBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Inline text={block.text} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return <MarkdownTable rows={block.rows} />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown
            <li key={index}>
              <MarkdownBlocks blocks={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function MarkdownTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="runbook-table" aria-label={`Table: ${head.join(', ')}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Inline text={cell.trim()} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell) => (
                <td key={cell}>
                  <Inline text={cell.trim()} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Inline({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown
  return text.split(inlineMarks).map((part, index) => <Fragment key={index}>{renderInline(part)}</Fragment>);
}

function renderInline(part: string): ReactNode {
  if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>;
  if (/^\*\*.+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>;
  if (/^\*.+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>;
  const [, label = '', target = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
  if (target.startsWith('#')) return <Link href={runbookPath(target.slice(1))}>{label}</Link>;
  if (target.startsWith('https:'))
    return (
      <a href={target} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  // Documents other than docs/operations.md exist only in the repository, so links to them become plain text.
  return target ? `${label} (${target})` : part;
}
