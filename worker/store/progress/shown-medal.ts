/** SQL for the medal that member `u` shows to others; null if they chose none, or a decision took back the finds that earned it. */
export const shownMedal = (u: string) => `(SELECT m.medal FROM member_medals m WHERE m.user_id = ${u}.id AND m.medal = ${u}.shown_medal)`;
