/** Email addresses on the public pages and in security.txt. Replace them before you deploy. */

export const contactEmail = 'hello@cachecards.example';
export const privacyEmail = 'privacy@cachecards.example';
export const securityEmail = 'security@cachecards.example';
