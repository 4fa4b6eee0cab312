export const tierNames = ['free', 'basic', 'premium'] as const;
