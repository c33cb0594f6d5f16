/**
 * A response body of UTF-8 text whose parts are pulled as fast as the client reads (backpressure). When the client
 * disconnects, the generator is ended.
 */
export function streamText(
  parts: AsyncGenerator<string, void, undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
