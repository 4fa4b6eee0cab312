/** The mailboxes that the public pages name. Somebody reads them: put your own here before you deploy. */

/** For everything; what the contact page names beside its form. */
export const contactEmail = 'hello@cachecards.example';
/** For questions about personal data, and for having it deleted (privacy policy). */
export const privacyEmail = 'privacy@cachecards.example';
