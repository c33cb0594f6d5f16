/** Reads the body of a response. @throws once it exceeds `most` bytes, without reading the rest */
export async function readBounded(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new Error(`the response exceeds ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
