/** Actions of a group decision. Any administrator may use `hold`; only super administrators may use the others. */
export const groupActions = ['hold', 'release', 'take_back', 'suspend'] as const;
export type GroupAction = (typeof groupActions)[number];

/** Actions of a recorded decision. Undoing a decision is itself recorded as a decision. */
export const decisionActions = [...groupActions, 'undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/**
 * Kinds of changes made by a group decision. Every member of the group has an effect of kind `member`, even if nothing changed for them.
 */
export const effectKinds = ['member', 'certificate', 'find', 'placement', 'tokens', 'commission', 'chest', 'suspension'] as const;
export type EffectKind = (typeof effectKinds)[number];
