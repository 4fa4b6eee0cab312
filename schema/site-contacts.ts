/** Email addresses on the public pages and in security.txt. Replace before deploying. */

export const contactEmail = 'hello@cachecards.example';
export const privacyEmail = 'privacy@cachecards.example';
export const securityEmail = 'security@cachecards.example';
