/**
 * Response header that identifies the newest database state used for the response. With each request, the page sends the newest bookmark
 * that it has received so that responses never contain older data. Bookmarks sort chronologically.
 */
export const bookmarkHeader = 'X-Bookmark';
