// Does the task beside the page, so that nothing stands still meanwhile.
import { solve } from './work';

self.onmessage = (event: MessageEvent<{ challenge: string; bits: number }>) => {
  self.postMessage(solve(event.data.challenge, event.data.bits));
};
