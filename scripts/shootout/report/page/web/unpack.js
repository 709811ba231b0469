// The inverse of report/page/pack.py.

async function inflate(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Reads numbers in bytes of seven bits; the lowest bit of a number is its sign.
class Numbers {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let number = 0, place = 1, byte;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * place;
      place *= 128;
    } while (byte & 128);
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }

  // This many numbers, each stored as its difference to the one before.
  sums(count, Kind) {
    const found = new Kind(count);
    for (let i = 0, sum = 0; i < count; i++) found[i] = sum += this.next();
    return found;
  }
}

// A curve: message lengths, and for each the cycles per byte and the set of doubts.
class Curve {
  constructor(implementation, compiler, streams, steps) {
    this.implementation = implementation;
    this.compiler = compiler;
    const [gaps, medians, lows, highs, doubts] = streams;
    const count = gaps.next();
    const spacing = gaps.sums(count, Int32Array);
    const middle = medians.sums(count, Int32Array);
    const low = lows.sums(count, Int32Array);
    const high = highs.sums(count, Int32Array);
    this.lengths = new Uint32Array(count);
    [this.median, this.q1, this.q3] = [0, 1, 2].map(() => new Float32Array(count));
    for (let i = 0, length = 0; i < count; i++) {
      this.lengths[i] = length += spacing[i];
      this.median[i] = 2 ** (middle[i] / steps) / length;
      this.q1[i] = 2 ** ((middle[i] - low[i]) / steps) / length;
      this.q3[i] = 2 ** ((middle[i] + high[i]) / steps) / length;
    }
    this.doubts = doubts.sums(count, Uint8Array);
  }

  // The index of the nearest length, the shorter of two that are equally near.
  nearest(length) {
    let low = 0, high = this.lengths.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lengths[middle] <= length) low = middle;
      else high = middle - 1;
    }
    const next = low + 1;
    const nearer = next < this.lengths.length &&
      Math.abs(this.lengths[next] - length) < Math.abs(this.lengths[low] - length);
    return nearer ? next : low;
  }
}

// Adds the curves to their functions.
async function unpack(data, text) {
  const bytes = await inflate(text);
  const head = new Numbers(bytes, 0);
  const sizes = Array.from({ length: 5 }, () => head.next());
  let at = head.at;
  const streams = sizes.map((size) => new Numbers(bytes, (at += size) - size));
  for (const machine of data.machines) {
    for (const each of Object.values(machine.functions)) {
      each.curves = each.curves.map(([name, compiler]) => new Curve(name, compiler, streams,
        data.steps));
    }
  }
}
