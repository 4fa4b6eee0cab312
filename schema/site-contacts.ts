/** Email addresses on the public pages. Replace them before you deploy. */

export const contactEmail = 'hello@cachecards.example';
export const privacyEmail = 'privacy@cachecards.example';
