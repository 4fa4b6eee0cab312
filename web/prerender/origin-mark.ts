/** Placeholder for the site's origin in built files; replaced when they are served. */
export const originMark = '__SITE_ORIGIN__';
