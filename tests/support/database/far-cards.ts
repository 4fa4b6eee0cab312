/** Fixtures for far-places.ts: the member who signs in at both locations, and the cards to find. */
export const farMember = { email: 'far@cards.test', password: 'pass-word-1' };
export const farCards = [1, 2, 3].map((number) => ({ cardId: `TC-100000${number}`, code: `CDE0000${number}` }));
