// Numbers of things in words: "1 point", "2 points".

export const count = (n: number | string, one: string, many = `${one}s`): string =>
  `${n} ${String(n) === '1' ? one : many}`;
