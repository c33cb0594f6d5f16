/** A label as PDF, A6: the tracking number and the recipient. */
export async function labelPdf(trackingNumber: string, to: readonly string[]): Promise<Buffer> {
  // Loaded lazily, like the invoices' (invoices/pdf-drawing.server.ts).
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({ size: "A6", margin: 24 });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve) => void doc.on("end", resolve));
  doc.fontSize(14).text("Étiquette de démonstration").moveDown();
  doc.fontSize(12).text(trackingNumber).moveDown();
  for (const line of to) doc.text(line);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
