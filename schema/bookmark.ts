/**
 * Response header that identifies the newest database state used for the response. The page sends the newest bookmark that it has received
 * with each request, so that responses never contain older data. Bookmarks sort chronologically.
 */
export const bookmarkHeader = 'X-Bookmark';
