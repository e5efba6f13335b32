// This browser and the pushes it takes.
import type { DeviceCard, NewDevice, WishPage } from '../wire';
import { own } from './own';

/** Whether this browser can take pushes at all; it does so only by TLS, or from its own machine. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const worker = () => navigator.serviceWorker.register('/sw.js');

/** What this browser has promised to take, if anything. */
async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Which of the devices is this browser. */
export async function thisDevice(devices: DeviceCard[]): Promise<string | null> {
  const endpoint = (await subscription())?.endpoint;
  return devices.find((it) => it.endpoint === endpoint)?.id ?? null;
}

/** Asks the person at this browser, and then the browser; null if either said no. */
export async function takePushes(key: string): Promise<WishPage | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await worker();
  await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // One for another server's key takes nothing of ours.
  if (before && !isFor(before, key)) await before.unsubscribe();
  const taken = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  return own.addDevice(device(taken));
}

/** This browser takes none any more. */
export async function refusePushes(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

export function device(taken: PushSubscription): NewDevice {
  const { endpoint, keys } = taken.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

function isFor(taken: PushSubscription, key: string): boolean {
  const its = taken.options.applicationServerKey;
  const ours = bytes(key);
  return its !== null && new Uint8Array(its).every((byte, n) => byte === ours[n]);
}

/** Out of base64url. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (it) => it.charCodeAt(0));
}
