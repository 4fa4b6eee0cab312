import { useState } from 'react';
import { type CaseGraph, type GraphNode, graphSize } from '#web/features/reviews/admin/desk/case-graph.ts';

const headings = ['Found by', 'Cards', 'Owned by'];
const labelLength = 15;

/** Draws the graph. The details of the hovered or focused node appear below the graph, and its edges are highlighted. */
export function GraphDrawing({ graph: { nodes, edges, height } }: { graph: CaseGraph }) {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const summary = nodes.find(({ id }) => id === highlightedId)?.summary;
  const neighborIds = new Set(
    edges.filter(({ from, to }) => from === highlightedId || to === highlightedId).flatMap(({ from, to }) => [from, to]),
  );
  const isDim = (ids: string[]) => highlightedId !== null && !ids.includes(highlightedId) && !ids.every((id) => neighborIds.has(id));
  const { width, boxWidth } = graphSize;
  const middles = [boxWidth / 2 + 2, width / 2, width - boxWidth / 2 - 2];
  return (
    <figure className="desk-drawing">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className="desk-scroll" aria-label="Diagram of who found whose cards" tabIndex={0}>
        {/* biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a fieldset */}
        <svg
          className="case-graph"
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Finders, cards and owners"
          onMouseLeave={() => setHighlightedId(null)}
        >
          {headings.map((heading, index) => (
            <text key={heading} className="graph-heading" x={middles[index]} y={14}>
              {heading}
            </text>
          ))}
          {edges.map(({ id, from, to, finds, isInGroup, strokeWidth, path }) => (
            <path
              key={id}
              className={joinClassNames(
                'graph-edge',
                finds === 0 && 'owns',
                isInGroup && 'in-group',
                isDim([from, to]) && 'dim',
                (from === highlightedId || to === highlightedId) && 'lit',
              )}
              d={path}
              strokeWidth={strokeWidth}
            />
          ))}
          {nodes.map((node) => (
            <Node key={node.id} node={node} isDim={isDim([node.id]) && !neighborIds.has(node.id)} onHighlight={setHighlightedId} />
          ))}
        </svg>
      </section>
      <figcaption className="small muted">{summary ?? 'Thicker lines mean more finds. Filled boxes are the group.'}</figcaption>
    </figure>
  );
}

interface NodeProps {
  node: GraphNode;
  isDim: boolean;
  onHighlight: (id: string | null) => void;
}

function Node({ node: { id, kind, label, summary, isInGroup, isMember, x, y }, isDim, onHighlight }: NodeProps) {
  const { boxWidth, boxHeight } = graphSize;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: focus shows the same details as hovering
    <g
      className={joinClassNames('graph-node', `graph-${kind}`, isInGroup && 'in-group', isMember && 'member', isDim && 'dim')}
      role="img"
      aria-label={summary}
      tabIndex={0}
      onMouseEnter={() => onHighlight(id)}
      onFocus={() => onHighlight(id)}
      onBlur={() => onHighlight(null)}
    >
      <title>{summary}</title>
      <rect x={x - boxWidth / 2} y={y - boxHeight / 2} width={boxWidth} height={boxHeight} rx={kind === 'cards' ? 4 : boxHeight / 2} />
      <text x={x} y={y}>
        {label.length > labelLength ? `${label.slice(0, labelLength - 1)}…` : label}
      </text>
    </g>
  );
}

function joinClassNames(...all: (string | false)[]): string {
  return all.filter(Boolean).join(' ');
}
