// Files out of the browser, and drawings into the page.

export function download(name: string, data: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const jsonFile = (value: unknown): Blob =>
  new Blob([`${JSON.stringify(value, null, 1)}\n`], { type: 'application/json' });
export const svgFile = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** A drawing as an element: no scripts, no handlers, no links out. Null if it is none. */
export function drawing(svg: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (!(root instanceof SVGSVGElement)) return null;
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (/^(script|foreignobject|style|iframe|a|image|use)$/i.test(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name } of [...element.attributes])
      if (/^on|href$|^style$/i.test(name)) element.removeAttribute(name);
  }
  root.removeAttribute('width');
  root.removeAttribute('height');
  return document.importNode(root, true);
}
