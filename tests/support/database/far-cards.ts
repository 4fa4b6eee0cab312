/** The member used in both locations, and the cards to find (far-places.ts). */
export const farMember = { email: 'far@cards.test', password: 'pass-word-1' };
export const farCards = [1, 2, 3].map((number) => ({ cardId: `TC-100000${number}`, code: `CDE0000${number}` }));
