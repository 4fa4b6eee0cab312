/** Any administrator may hold; the other actions need a super administrator. */
export const groupActions = ['hold', 'release', 'take_back', 'suspend'] as const;
export type GroupAction = (typeof groupActions)[number];

/** An undo is a decision of its own. */
export const decisionActions = [...groupActions, 'undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** `member`: the members named, changed or not. */
export const effectKinds = ['member', 'certificate', 'find', 'placement', 'tokens', 'commission', 'chest', 'suspension'] as const;
export type EffectKind = (typeof effectKinds)[number];
