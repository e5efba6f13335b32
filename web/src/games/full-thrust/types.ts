// The game's own data as the server sends it: view, orders, menu, events.
export type * from './types/state';
export type * from './types/orders';
export type * from './types/menu';
export type * from './types/events';
