/**
 * Response header that identifies the newest database state that the response is based on. The page sends back the newest bookmark it has
 * received, so that later responses never contain older data. Bookmarks sort chronologically.
 */
export const bookmarkHeader = 'X-Bookmark';
