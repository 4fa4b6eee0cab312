/** Placeholder for the site's origin in built files, which the server replaces in responses. */
export const originMark = '__SITE_ORIGIN__';
