/**
 * Response header with the newest database state the response reflects. The page sends back the newest one it knows, so that no read
 * returns older data than before. Bookmarks sort from old to new.
 */
export const bookmarkHeader = 'X-Bookmark';
