// The requests by which people deal with each other, typed: profiles, talk,
// clubs, shelves, and order in the house.
import type {
  ActList,
  Bond,
  Circles,
  ClubChange,
  ClubInvitation,
  ClubList,
  ClubPage,
  ClubRank,
  ClubTables,
  Conduct,
  Created,
  Dossier,
  FoundPeople,
  Measure,
  Measured,
  NewClub,
  NewMatch,
  NewShelf,
  PostList,
  Profile,
  ReportList,
  Reported,
  Room,
  Say,
  ShelfChange,
  ShelfList,
  ShelfPage,
  TalkPage,
} from '../wire';
import { ask } from './api';

const by = (text: string) => encodeURIComponent(text);
const person = (name: string) => `/api/people/${by(name)}`;
const talk = (match: string) => `/api/matches/${by(match)}/talk`;
const club = (id: string) => `/api/clubs/${by(id)}`;
const post = <T>(path: string, body: unknown) => ask<T>('POST', path, undefined, body);
const get = <T>(path: string) => ask<T>('GET', path);

export const house = {
  profile: (name: string) => get<Profile>(person(name)),
  follow: (name: string, on: boolean) => post<Bond>(`${person(name)}/follow`, { on }),
  block: (name: string, on: boolean) => post<Bond>(`${person(name)}/block`, { on }),
  report: (name: string, why: string) => post<Reported>(`${person(name)}/report`, { why }),
  circles: () => get<Circles>('/api/me/people'),
  conduct: () => get<Conduct>('/api/me/conduct'),
  seeWarning: (id: string) => post<Conduct>(`/api/me/warnings/${by(id)}`, {}),
  talk: (match: string, secret: string, room: Room, after: number) =>
    ask<TalkPage>('GET', `${talk(match)}?room=${room}&after=${after}`, secret),
  say: (match: string, secret: string, words: Say) => ask<TalkPage>('POST', talk(match), secret, words),
  reportWords: (match: string, secret: string, room: Room, n: number, why: string) =>
    ask<Reported>('POST', `${talk(match)}/${n}/report`, secret, { room, why }),
  clubs: (part: string) => get<ClubList>(`/api/clubs?part=${by(part)}`),
  found: (club: NewClub) => post<ClubPage>('/api/clubs', club),
  club: (id: string) => get<ClubPage>(club(id)),
  changeClub: (id: string, change: ClubChange) => post<ClubPage>(club(id), change),
  closeClub: (id: string) => post<ClubList>(`${club(id)}/close`, { sure: true }),
  joinClub: (id: string, link?: string) => post<ClubPage>(`${club(id)}/join`, { link }),
  invite: (id: string) => post<ClubInvitation>(`${club(id)}/invitation`, {}),
  rank: (id: string, name: string, rank: ClubRank) =>
    post<ClubPage>(`${club(id)}/members/${by(name)}`, { rank }),
  leaveClub: (id: string, name: string) => ask<ClubPage>('DELETE', `${club(id)}/members/${by(name)}`),
  posts: (id: string, before: number) => get<PostList>(`${club(id)}/posts?before=${before}`),
  post: (id: string, text: string) => post<PostList>(`${club(id)}/posts`, { text }),
  removePost: (id: string, n: number) => ask<PostList>('DELETE', `${club(id)}/posts/${n}`),
  reportPost: (id: string, n: number, why: string) =>
    post<Reported>(`${club(id)}/posts/${n}/report`, { why }),
  tables: (id: string) => get<ClubTables>(`${club(id)}/tables`),
  makeTable: (id: string, table: NewMatch) => post<Created>(`${club(id)}/tables`, table),
  sit: (id: string, battle: string, seat: number) =>
    post<ClubTables>(`${club(id)}/tables/${by(battle)}/sit`, { seat }),
  shelf: () => get<ShelfList>('/api/me/shelf'),
  shelve: (it: NewShelf) => post<ShelfPage>('/api/me/shelf', it),
  shelved: (id: string) => get<ShelfPage>(`/api/shelf/${by(id)}`),
  changeShelf: (id: string, change: ShelfChange) => post<ShelfList>(`/api/me/shelf/${by(id)}`, change),
  unshelve: (id: string) => ask<ShelfList>('DELETE', `/api/me/shelf/${by(id)}`),
  reports: (decided: boolean) => get<ReportList>(`/api/moderation/reports?decided=${decided}`),
  decide: (id: string, verdict: string, remove: boolean) =>
    post<ReportList>(`/api/moderation/reports/${by(id)}`, { verdict, remove }),
  find: (part: string) => get<FoundPeople>(`/api/moderation/people?part=${by(part)}`),
  dossier: (name: string) => get<Dossier>(`/api/moderation/people/${by(name)}`),
  measure: (name: string, measure: Measure) => post<Measured>(`/api/moderation/people/${by(name)}`, measure),
  endBattle: (id: string, why: string) => post<ActList>(`/api/moderation/battles/${by(id)}/end`, { why }),
  silence: (id: string, seat: number, why: string) =>
    post<ActList>(`/api/moderation/battles/${by(id)}/silence`, { seat, why }),
  handOver: (id: string, to: string, why: string) =>
    post<ActList>(`/api/moderation/clubs/${by(id)}/hand-over`, { to, why }),
  log: () => get<ActList>('/api/moderation/log'),
};
