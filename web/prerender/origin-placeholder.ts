/** Placeholder for the site's origin in built files. The server replaces it in responses. */
export const originPlaceholder = '__SITE_ORIGIN__';
