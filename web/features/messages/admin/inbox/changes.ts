import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';

/** Describes what others changed in the conversation between two versions, one sentence per change. */
export function describeChanges(before: AdminConversation, after: AdminConversation): string[] {
  const isNew = (known: readonly { id: number }[]) => {
    const ids = new Set(known.map(({ id }) => id));
    return ({ id }: { id: number }) => !ids.has(id);
  };
  const texts = [
    ...after.replies
      .filter(isNew(before.replies))
      .map(({ kind, by, text }) => (kind === 'answer' ? `${by} answered: “${text}”` : `${after.name} wrote: “${text}”`)),
    ...after.notes.filter(isNew(before.notes)).map(({ by, text }) => `${by} added a note: “${text}”`),
  ];
  const assignee = after.assignee?.name ?? 'nobody';
  return [
    ...texts,
    ...(after.assignee?.id === before.assignee?.id ? [] : [`Assigned to ${assignee}.`]),
    ...(after.tags.join() === before.tags.join() ? [] : [after.tags.length > 0 ? `Tags: ${after.tags.join(', ')}.` : 'Tags removed.']),
    ...(after.state === before.state ? [] : [`Now ${stateLabels[after.state].label.toLowerCase()}.`]),
  ];
}
