// A puzzle as a host of the table: one decision of a battle long ago. Orders are tried on the
// server, which keeps nothing of it.
import { api, ApiError } from '../../lib/api';
import type { Key } from '../../lib/keys';
import { notes } from '../../lib/puzzles';
import type { MatchInfo, OrderRequest, PuzzlePage, Submitted, Tried } from '../../wire';
import type { Host } from '../table/host';

export class Puzzle implements Host {
  readonly taught = true;
  readonly exit: string;
  readonly game: string;
  readonly id: string;
  page = $state.raw<PuzzlePage | null>(null);
  /** What came of the last order that was tried. */
  tried = $state.raw<Tried | null>(null);
  /** How many were. */
  tries = $state(0);

  constructor(game: string, id: string) {
    this.game = game;
    this.id = id;
    this.exit = `#/puzzles/${game}`;
  }

  async begin(): Promise<void> {
    this.page = await api.puzzle(this.game, this.id);
  }

  /** Asks for the solution. */
  async reveal(): Promise<void> {
    this.tried = await api.tryPuzzle(this.game, this.id, {});
    notes(this.game, this.id, 'shown');
  }

  keys = (match: string): Key[] => {
    const viewer = this.page?.info.viewer;
    const seat = typeof viewer === 'object' ? viewer.seat : 0;
    return [{ match, secret: '', seat, name: this.page?.card.side ?? '' }];
  };

  live: Host['live'] = (_match, _secret, handlers) => {
    handlers.status('open');
    return { close: () => {} };
  };

  match = async (id: string): Promise<MatchInfo> => {
    if (!this.page) throw new Error('a puzzle is fetched before it is shown');
    // The solution may be laid out.
    return { ...this.page.info, id, unaided: false };
  };

  join = (id: string): Promise<MatchInfo> => this.match(id);
  allEvents: Host['allEvents'] = async () => [];
  view: Host['view'] = async (_id, _secret, n) => ({
    events: n,
    viewer: this.page!.info.viewer,
    view: this.page!.info.table.view,
  });

  submit = async (
    _id: string,
    _secret: string,
    _decision: number,
    request: OrderRequest,
  ): Promise<Submitted> => {
    const { order, text } = request;
    const tried = await api.tryPuzzle(this.game, this.id, text === undefined ? { order } : { text });
    this.tried = tried;
    this.tries += 1;
    if (tried.verdict === 'right') notes(this.game, this.id, 'found');
    // The table stays as it is: another order can be tried.
    throw new ApiError(422, { code: 'refused', message: '', findings: [] });
  };
  submitOnce = this.submit;

  check: Host['check'] = (_id, _secret, _decision, request) => api.checkPuzzle(this.game, this.id, request);

  suggestion: Host['suggestion'] = async () => {
    const { solution } = this.tried ?? {};
    if (!solution) throw new Error('');
    return solution;
  };

  // None of these comes up: nothing is sealed, and no clock runs.
  draft = async (): Promise<unknown> => null;
  withdraw = async (): Promise<unknown> => null;
  confirm = async (): Promise<never> => {
    throw new Error('');
  };
  hurry = async (): Promise<unknown> => null;
  concede = async (): Promise<unknown> => null;
}
