/**
 * Response header that identifies the newest database state behind the response. The page sends the newest one it has received, so that it
 * never reads older data than before. Bookmarks sort chronologically.
 */
export const bookmarkHeader = 'X-Bookmark';
