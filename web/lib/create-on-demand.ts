/** Creates a formatter on first use. On a phone, creating all formatters at once takes longer than rendering a page. */
export function createOnDemand<Format>(create: () => Format): () => Format {
  let instance: Format | undefined;
  return () => {
    instance ??= create();
    return instance;
  };
}
