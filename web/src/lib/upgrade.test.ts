// @vitest-environment node
// When a tab loads itself again, and when it had better not.
import { describe, expect, it } from 'vitest';
import { stepFor } from './upgrade.svelte';

const upgraded = { own: 'old', served: 'new', tried: null, unsent: false };

describe('an upgrade of the server', () => {
  it('is nothing while both are the same, or nobody has said anything', () => {
    expect(stepFor({ ...upgraded, served: 'old' })).toBe('none');
    expect(stepFor({ ...upgraded, served: null })).toBe('none');
  });
  it('leaves a client alone that the server did not bring', () => {
    expect(stepFor({ ...upgraded, own: null })).toBe('none');
  });
  it('loads the page again when nothing is lost by that', () => {
    expect(stepFor(upgraded)).toBe('reload');
  });
  it('waits while something is unsent', () => {
    expect(stepFor({ ...upgraded, unsent: true })).toBe('wait');
  });
  it('tries once for the same client, and again for the next', () => {
    expect(stepFor({ ...upgraded, tried: 'new' })).toBe('stale');
    expect(stepFor({ ...upgraded, tried: 'new', unsent: true })).toBe('stale');
    expect(stepFor({ ...upgraded, served: 'newer', tried: 'new' })).toBe('reload');
  });
});
