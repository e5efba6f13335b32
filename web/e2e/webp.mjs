// A moving picture out of still ones: the frames of WebP files, put into one file as the container has it (RIFF).

const chunk = (name, data) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** The picture itself, without what stands round it in its file. */
function pictureOf(file) {
  const kept = [];
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) kept.push(chunk(name, file.subarray(at + 8, at + 8 + size)));
    at += 8 + size + (size % 2);
  }
  if (kept.length === 0) throw new Error('no picture in the file');
  return Buffer.concat(kept);
}

/** One file that shows `frames` (`{ file, time }`, time in milliseconds) over and over. */
export function moving(frames, width, height) {
  const size = Buffer.alloc(6);
  size.writeUIntLE(width - 1, 0, 3);
  size.writeUIntLE(height - 1, 3, 3);
  const parts = [
    // It moves (2), and has no transparency.
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
    // Black behind it, and no end.
    chunk('ANIM', Buffer.from([0, 0, 0, 255, 0, 0])),
  ];
  for (const { file, time } of frames) {
    const head = Buffer.alloc(16);
    size.copy(head, 6);
    head.writeUIntLE(time, 12, 3);
    // Each frame takes the place of the one before (2: nothing shines through).
    head[15] = 2;
    parts.push(chunk('ANMF', Buffer.concat([head, pictureOf(file)])));
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]));
}
