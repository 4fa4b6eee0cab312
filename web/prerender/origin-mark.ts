/** Placeholder for the site's origin in built files. The server replaces it in responses. */
export const originMark = '__SITE_ORIGIN__';
