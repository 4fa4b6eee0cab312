import type { ViewerKind } from '#schema/admin/viewers.ts';
import '#web/features/admin/viewers/viewers.css';
import type { Viewer } from '#web/features/admin/viewers/use-viewers.ts';

const words: Record<ViewerKind, { action: string; record: string }> = {
  message: { action: 'writing a reply', record: 'message' },
  review: { action: 'making a decision', record: 'case' },
  order: { action: 'changing this order', record: 'order' },
};

/** Names the other administrators who have the record open. */
export function Viewers({ kind, viewers }: { kind: ViewerKind; viewers: readonly Viewer[] }) {
  const { action, record } = words[kind];
  const acting = viewers.filter(({ isActing }) => isActing).map(({ email }) => email);
  const others = viewers.filter(({ isActing }) => !isActing).map(({ email }) => email);
  const sentences = [
    ...(acting.length > 0 ? [`${joinNames(acting)} ${acting.length === 1 ? 'is' : 'are'} ${action}.`] : []),
    ...(others.length > 0 ? [`${joinNames(others)} ${others.length === 1 ? 'is' : 'are'} also viewing this ${record}.`] : []),
  ];
  return (
    <p className="viewers" role="status">
      {sentences.join(' ')}
    </p>
  );
}

function joinNames(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
