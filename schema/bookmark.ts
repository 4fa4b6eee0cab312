/**
 * The header in which each answer of the API names the newest state of the database that it has told of, and in which the page
 * hands the newest one that it knows back: so that nobody is shown less than they have seen. Such texts sort from old to new.
 */
export const bookmarkHeader = 'X-Bookmark';
