import type { ConversationState } from '#schema/messages/contact.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const stateLabels: Record<ConversationState, StateLabel> = {
  open: { label: 'Open', tone: 'yellow' },
  waiting: { label: 'Waiting', tone: 'green' },
  snoozed: { label: 'Snoozed', tone: 'info' },
  closed: { label: 'Closed', tone: 'grey' },
};
