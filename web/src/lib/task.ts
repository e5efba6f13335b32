// The work that comes before an account, done beside the page.
import type { Done, Task } from '../wire';

export function done({ challenge, bits }: Task): Promise<Done> {
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Done>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<string>) => resolve({ challenge, answer: event.data });
    worker.onerror = () => reject(new Error('the browser did not do the work'));
    worker.postMessage({ challenge, bits });
  }).finally(() => worker.terminate());
}
