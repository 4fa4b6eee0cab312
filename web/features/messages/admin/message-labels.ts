import type { ConversationState } from '#schema/messages/contact.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const stateLabels: Record<ConversationState, StateWord> = {
  open: { word: 'Open', tone: 'yellow' },
  answered: { word: 'Answered', tone: 'green' },
  closed: { word: 'Closed', tone: 'grey' },
};
