/** A WAV file without speech: 8,000 bytes a second. */
export function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + seconds * 8000).fill(128, 44);
  const header = new DataView(bytes.buffer);
  for (const [at, text] of [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]] as const) {
    bytes.set(new TextEncoder().encode(text), at);
  }
  header.setUint32(4, bytes.length - 8, true);
  // The format in 16 bytes: PCM, one channel, its rate, bytes a second, bytes and bits a sample.
  header.setUint32(16, 16, true);
  header.setUint32(20, 0x10001, true);
  header.setUint32(24, 8000, true);
  header.setUint32(28, 8000, true);
  header.setUint32(32, 0x80001, true);
  header.setUint32(40, bytes.length - 44, true);
  return bytes;
}
