import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokens } from './tokens.ts';

const secret = new Uint8Array(32).fill(7);
const tokens = createTokens(secret);
const ID = 'abcdefghijklmnopqrstuv';
const ETAG = '"a file"';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

describe('a token', () => {
  it('opens the download it was made for, and says what kind it is', () => {
    fc.assert(
      fc.property(anyId, fc.string(), fc.nat(2 ** 31), (id, etag, shareVersion) => {
        const read = (token: string) => tokens.read(token);
        const expiresAt = shareVersion * 1000;
        const made = { downloadId: id };
        expect(read(tokens.fileToken(id, etag))).toEqual({ ...made, kind: 'own' });
        const shared = { ...made, kind: 'shared', shareVersion };
        expect(read(tokens.shareToken(id, shareVersion))).toEqual(shared);
        const program = { ...made, kind: 'program', expiresAt };
        expect(read(tokens.programToken(id, etag, expiresAt))).toEqual(program);
      }),
    );
  });

  it('is the same each time, safe in an address and of one length', () => {
    const all = [0, 1, 77, 2 ** 32 - 1].map((version) => tokens.shareToken(ID, version));
    for (const token of [...all, tokens.fileToken(ID, ETAG), tokens.programToken(ID, ETAG, 0)]) {
      expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(token).toHaveLength(ID.length + 48);
    }
    expect(new Set(all).size).toBe(4);
    expect(tokens.fileToken(ID, ETAG)).toBe(createTokens(secret).fileToken(ID, ETAG));
  });

  it('is another one for each file of a download', () => {
    const etags = Array.from({ length: 1000 }, (_, at) => `"${at}"`);
    expect(new Set(etags.map((etag) => tokens.fileToken(ID, etag))).size).toBe(1000);
    expect(new Set(etags.map((etag) => tokens.programToken(ID, etag, 0))).size).toBe(1000);
  });

  it('opens nothing for another server', () => {
    const other = createTokens(new Uint8Array(32).fill(8));
    expect(other.read(tokens.fileToken(ID, ETAG))).toBeNull();
    expect(other.read(tokens.shareToken(ID, 0))).toBeNull();
    expect(other.workKey('plan')).not.toBe(tokens.workKey('plan'));
  });

  it('has one spelling: with any letter changed it opens nothing', () => {
    for (const token of [
      tokens.fileToken(ID, ETAG),
      tokens.shareToken(ID, 3),
      tokens.programToken(ID, ETAG, 5000),
    ]) {
      for (let at = 0; at < token.length; at += 1) {
        for (const letter of LETTERS) {
          if (letter === token[at]) continue;
          expect(tokens.read(token.slice(0, at) + letter + token.slice(at + 1))).toBeNull();
        }
      }
    }
  });

  it('does not turn into one of another kind, version or download', () => {
    const tail = (token: string) => token.slice(-48);
    const mac = (token: string) => token.slice(-32);
    const [file, share] = [tokens.fileToken(ID, ETAG), tokens.shareToken(ID, 0)];
    expect(tokens.read(share.slice(0, -32) + mac(file))).toBeNull();
    expect(tokens.read(file.slice(0, -32) + mac(share))).toBeNull();
    expect(tokens.read(tokens.shareToken(ID, 1).slice(0, -32) + mac(share))).toBeNull();
    const program = tokens.programToken(ID, ETAG, 1000);
    expect(
      tokens.read(tokens.programToken(ID, ETAG, 2000).slice(0, -32) + mac(program)),
    ).toBeNull();
    for (const other of [file, share]) {
      expect(tokens.read(other.slice(0, -32) + mac(program))).toBeNull();
      expect(tokens.read(program.slice(0, -32) + mac(other))).toBeNull();
    }
    expect(tokens.read(`b${ID.slice(1)}${tail(file)}`)).toBeNull();
    expect(tokens.read(`${ID}x${tail(file)}`)).toBeNull();
    expect(tokens.read(ID.slice(1) + tail(file))).toBeNull();
  });

  it('is null for any text, and never throws', () => {
    const nearly = fc.stringMatching(/^[A-Za-z0-9_-]{40,120}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), nearly), (text) => {
        expect(tokens.read(text)).toBeNull();
      }),
      { numRuns: 1000 },
    );
    const token = tokens.fileToken(ID, ETAG);
    for (const text of ['', `${token}=`, `${token}\n`, ` ${token}`, '\ud83d', 'a'.repeat(1e6)]) {
      expect(tokens.read(text)).toBeNull();
    }
  });

  it.each(['', 'a b', 'a/b', 'é', 'a'.repeat(65)])('is not made for the id %j', (id) => {
    expect(() => tokens.fileToken(id, ETAG)).toThrow(TypeError);
    expect(() => tokens.shareToken(id, 0)).toThrow(TypeError);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 32])('is not made for version %s', (version) => {
    expect(() => tokens.shareToken(ID, version)).toThrow(TypeError);
    expect(() => tokens.programToken(ID, ETAG, version * 1000)).toThrow(TypeError);
  });
});

it('names a work by its plan without telling it', () => {
  expect(tokens.workKey('plan')).toMatch(/^[0-9a-f]{64}$/);
  expect(tokens.workKey('plan')).toBe(tokens.workKey('plan'));
  expect(tokens.workKey('plan')).not.toBe(tokens.workKey('plan/instead'));
});
