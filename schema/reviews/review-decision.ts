/** Actions on a group. Any administrator may hold; the other actions need a super administrator. */
export const groupActions = ['hold', 'release', 'take_back', 'suspend'] as const;
export type GroupAction = (typeof groupActions)[number];

/** Undoing a decision is recorded as a decision, too. */
export const decisionActions = [...groupActions, 'undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** `member` names a member of the group, whether or not anything changed for them. */
export const effectKinds = ['member', 'certificate', 'find', 'placement', 'tokens', 'commission', 'chest', 'suspension'] as const;
export type EffectKind = (typeof effectKinds)[number];
