/** Actions on a group. Any administrator may hold; the other actions need a super administrator. */
export const groupActions = ['hold', 'release', 'take_back', 'suspend'] as const;
export type GroupAction = (typeof groupActions)[number];

/** Undoing a decision is itself recorded as a decision. */
export const decisionActions = [...groupActions, 'undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Every member of the group has an effect of kind `member`, even if nothing changed for them. */
export const effectKinds = ['member', 'certificate', 'find', 'placement', 'tokens', 'commission', 'chest', 'suspension'] as const;
export type EffectKind = (typeof effectKinds)[number];
