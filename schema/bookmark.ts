/**
 * Header with the newest database state that a response reflects; the page sends the newest it knows back, so that a reader never sees
 * older data than before. Bookmarks sort from old to new.
 */
export const bookmarkHeader = 'X-Bookmark';
