/**
 * Reads rows in batches, so that memory stays bounded: `read` gives the next `size` rows after the last one, by its key. A smaller
 * batch is the last.
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
