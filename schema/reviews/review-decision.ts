/** What is decided about a group of members, and what that can change. */

/** Every administrator holds; the others are a super administrator's. */
export const groupActions = ['hold', 'release', 'take_back', 'suspend'] as const;
export type GroupAction = (typeof groupActions)[number];

/** An undoing is a decision of its own. */
export const decisionActions = [...groupActions, 'undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** `member`: whom a decision was about, whether or not anything changed for them. */
export const effectKinds = ['member', 'certificate', 'find', 'placement', 'tokens', 'commission', 'chest', 'suspension'] as const;
export type EffectKind = (typeof effectKinds)[number];
