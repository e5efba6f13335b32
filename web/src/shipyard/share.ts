// A design or fleet inside a link: nothing is kept on any server.

const toText = (bytes: Uint8Array): string => {
  let raw = '';
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(by as unknown as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Most of what a link unpacks to; a fleet of large ships is a tenth of it. */
const MOST = 1_000_000;

export async function pack(value: unknown): Promise<string> {
  return toText(
    await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw')),
  );
}

/** Null if the link is broken. */
export async function unpack(text: string): Promise<unknown> {
  try {
    const stream = new Blob([fromText(text)])
      .stream()
      .pipeThrough(
        new DecompressionStream('deflate-raw') as unknown as ReadableWritablePair<
          Uint8Array<ArrayBuffer>,
          Uint8Array<ArrayBuffer>
        >,
      );
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
    return JSON.parse(await new Blob(parts).text()) as unknown;
  } catch {
    return null;
  }
}
