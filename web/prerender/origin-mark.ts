/** Stands in the built files for the site's own address, which is filled in when it is known where they will be served. */
export const originMark = '__SITE_ORIGIN__';
