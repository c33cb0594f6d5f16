const utf8 = new TextEncoder();

/**
 * A response body of text, UTF-8 unless `encode` says otherwise, whose parts are pulled as fast as the client reads (backpressure). When
 * the client disconnects, the generator is ended.
 */
export function streamText(
  parts: AsyncGenerator<string, void, undefined>,
  encode: (text: string) => Uint8Array = (text) => utf8.encode(text),
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
