// The words about accounts, beside those of texts.ts. They are fetched with the screens that need them.

export const peopleTexts = {
  title: 'Account',
  enter: {
    title: 'Log in',
    fresh: 'Create an account',
    choice: 'Log in or create an account',
    lead: 'An account keeps your name and your battles together on every device. You can also play without one.',
    closed: 'Nobody can create an account here at present.',
    name: 'Name',
    nameHint: '3 to 20 letters, digits, hyphens or underscores',
    password: 'Password',
    passwordHint: 'at least 10 characters; a few words in a row will do',
    logIn: 'Log in',
    signUp: 'Create account',
    working: 'One moment',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'This link works once. You will be logged out everywhere else.',
    choose: 'Choose this password',
  },
  kept: {
    short: 'What we keep about you',
    link: 'What we keep about you, for how long and why',
    what: 'What',
    why: 'Why',
    long: 'For how long',
  },
  none: 'This server has no accounts: it is a private table.',
  own: {
    since: (when: string) => `Account since ${when}`,
    logOut: 'Log out',
    play: 'Find somebody to play with',
    profile: 'How others see you',
    password: 'Change password',
    old: 'Current password',
    new: 'New password',
    change: 'Change password',
    changed: 'Your password has been changed. You are logged out everywhere else.',
    sessions: 'Where you are logged in',
    here: 'this browser',
    seen: (when: string) => `last seen ${when}`,
    begun: (when: string) => `since ${when}`,
    end: 'Log out there',
    endNamed: (browser: string) => `Log out in ${browser}`,
    endAll: 'Log out everywhere else',
    data: 'Your data',
    dataLead: 'Everything we keep about you, with a list of your battles, as a file.',
    save: 'Save my data',
    delete: 'Delete account',
    deleteLead:
      'Your name, your password and everything else that is yours here are deleted at once. ' +
      'Your battles are kept, but nobody can see that they were yours.',
    deleteNow: 'Delete my account',
    taken: (n: number) =>
      n === 1
        ? '1 battle you played in this browser is now in your account.'
        : `${n} battles you played in this browser are now in your account.`,
    unknown: 'A browser that does not say what it is',
  },
};

/** What a browser calls itself, in two words: nobody reads the whole. */
export function browserName(agent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];
  const browser = find([
    [/Firefox\//, 'Firefox'],
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Chrom(e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = find([
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  if (!browser) return agent.slice(0, 40) || peopleTexts.own.unknown;
  return system ? `${browser} on ${system}` : browser;
}
